// The rows after these swaps.
export function replay(rows, swaps) {
  const cells = rows.map((row) => [...row]);
  for (const { first, second } of swaps) {
    const kept = cells[first.row][first.column];
    cells[first.row][first.column] = cells[second.row][second.column];
    cells[second.row][second.column] = kept;
  }
  return cells.map((row) => row.join(''));
}
