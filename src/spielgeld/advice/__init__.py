"""The judgement of our best player lent to people: a hint now, a review afterwards."""
