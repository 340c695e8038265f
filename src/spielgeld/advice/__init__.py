"""The champion's judgement for people: hints during a match, a review afterwards."""
