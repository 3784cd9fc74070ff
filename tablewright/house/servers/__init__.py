"""Several servers that form one house: who is there, who has what, and how they reach each other."""
