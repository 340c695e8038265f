"""How much one address may ask for, and in which order those who ask are served."""
