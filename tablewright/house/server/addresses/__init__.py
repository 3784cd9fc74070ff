"""The addresses of the house: what a page or a program may ask over HTTP and sockets."""
