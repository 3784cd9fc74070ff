"""Signatures that anyone can check: a house's keys, what was signed with them, and whether it holds.

    keys.py         private keys in a folder of their own: made, rotated, retired as lost or stolen
    rings.py        the public side of them, and whom one believes who knows some of the keys
    memory.py       what the folder of the keys remembers of what was signed
    statements.py   a signed statement: what is said of what, when, with which key
    handed_heads.py a signed head as a player keeps it, with the seal of their shuffle
    files.py        NAME.signed.json, the signature that lies beside a file

It knows no journal, no document and no database.
"""
