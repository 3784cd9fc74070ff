"""What those read who watch over the house: how long things take, what was logged, and traces."""
