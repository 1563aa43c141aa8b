"""Every clause of each document in one line of our own, and who decides it: what `referee rules NAME` prints."""
