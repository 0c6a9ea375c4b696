import { distanceKm, type Point } from '#server/search/gazetteer.ts';

type Placed = Point & { name: string; postcode: string };

/** Places that are as far from the others of their postcode as the list says, by why, as `POSTCODE Name`. */
export const remotePlaces: Record<string, readonly string[]> = {
  'communities and islands of Arnhem Land, whose postcode is that of the whole Top End': [
    '0822 East Arnhem',
    '0822 Anindilyakwa',
    '0822 Numbulwar',
    '0822 Angurugu',
    '0822 Galiwinku',
    '0822 Milyakburra',
    '0822 Numburindi',
    '0822 Umbakumba',
  ],
  'stations and mines of the outback, among the suburbs of the town that has their mail': [
    '4465 Forestvale',
    '4820 Llanarth',
    '4825 Alpurrurulam',
    '4825 Buckingham',
    '4825 Carrandotta',
    '4825 Fielding',
    '4825 Georgina',
    '4825 Lawn Hill',
    '4825 Osborne Mine',
    '4825 Piturie',
    '4825 Ranken',
    '4825 The Monument',
    '5690 Oak Valley',
    '5701 Tarcoola',
    '5701 Woolundunga',
    '6431 Plumridge Lakes',
    '6431 Warburton',
    '6532 Carrarang',
    '6532 Hamelin Pool',
    '6635 South Murchison',
    '6635 Yalgoo',
    '6725 Eighty Mile Beach',
  ],
  'the tip of Cape York, and the sea': [
    '4740 Coral Sea',
    '4874 Jardine River',
    '4874 Shelburne',
    '7151 Macquarie Island',
  ],
  'places of another postcode, which the source lists under this one, too': ['2324 Cells River', '2663 Bundure'],
  'two mail centres with one postcode': ['2708 Albury MSC', '2708 Murray Region MC'],
};
const remote = new Set(Object.values(remotePlaces).flat());

/** Kilometres from which a place is looked at, and how many times as far as others from each other. */
const farKm = 120;
const farTimes = 6;

function median(numbers: number[]): number {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

/** The median distance of one place from others, kilometres. */
function distanceFrom(others: readonly Placed[], one: Placed): number {
  return median(others.filter((other) => other !== one).map((other) => distanceKm(one, other)));
}

/** Localities that lie far from the others of their postcode, without a reason that is known. */
export function misplaced<T extends Placed>(localities: readonly T[]): T[] {
  return [...Map.groupBy(localities, ({ postcode }) => postcode).values()].flatMap((all) =>
    all.filter((one) => {
      const km = distanceFrom(all, one);
      if (km <= farKm || remote.has(`${one.postcode} ${one.name}`)) return false;
      const others = all.filter((other) => other !== one);
      return km > farTimes * median(others.map((other) => distanceFrom(others, other)));
    }),
  );
}
