"""The commands about journals: rehearse writes one, replay tells its story, verify checks it."""
