"""The server: the application, its addresses over HTTP and sockets, and who may connect."""
