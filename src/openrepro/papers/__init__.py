"""The papers of a challenge: one canonical id each, with every other name it goes by."""
