"""Keys, rings and statements, with real Ed25519."""
