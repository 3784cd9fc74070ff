"""The school, shown at work: skills, questions, marks, memory and plans."""
