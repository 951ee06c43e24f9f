"""Messages to the outside world: signed webhooks."""
