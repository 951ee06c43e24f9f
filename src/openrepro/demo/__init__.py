"""The bundled example challenge."""
