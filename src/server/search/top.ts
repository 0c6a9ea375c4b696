/** The first `count` of the numbers below `size` in order: a heap holds them, with the last of them on top. */
export function firstOf(size: number, count: number, compare: (a: number, b: number) => number): number[] {
  const heap: number[] = [];
  const isAfter = (place: number, other: number) => compare(heap[place] as number, heap[other] as number) > 0;
  const swap = (place: number, other: number) => {
    [heap[place], heap[other]] = [heap[other] as number, heap[place] as number];
  };
  for (let item = 0; item < size; item++) {
    if (heap.length < count) {
      let place = heap.push(item) - 1;
      for (let above = (place - 1) >> 1; place > 0 && isAfter(place, above); above = (place - 1) >> 1) {
        swap(place, above);
        place = above;
      }
    } else if (compare(item, heap[0] as number) < 0) {
      heap[0] = item;
      for (let place = 0, below = 1; below < count; below = 2 * place + 1) {
        if (below + 1 < count && isAfter(below + 1, below)) below++;
        if (!isAfter(below, place)) break;
        swap(place, below);
        place = below;
      }
    }
  }
  return heap.sort(compare);
}
