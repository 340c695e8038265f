interface Told {
  deal: number;
  round: number;
}

export interface Round<Line extends Told> {
  key: string;
  round: number;
  lines: Line[];
}

/** Lines that follow each other, put together by their round. */
export function byRound<Line extends Told>(lines: Line[]): Round<Line>[] {
  const rounds: Round<Line>[] = [];
  for (const line of lines) {
    const key = `${line.deal}-${line.round}`;
    const last = rounds.at(-1);
    if (last?.key === key) last.lines.push(line);
    else rounds.push({ key, round: line.round, lines: [line] });
  }
  return rounds;
}
