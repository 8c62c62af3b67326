"""What is made of large arrays on a device without bringing them to the host."""
