"""Loaded before a command of the school is interrupted: what is taught of a game is derived."""

from tablewright.school.syllabus import syllabus

SKILLS = syllabus("duki4").skills
