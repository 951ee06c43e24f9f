"""One module for each step of the schema. A step that was released never changes."""
