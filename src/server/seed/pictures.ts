import type { HairColour } from './portraits/colours.ts';
import type { Portrait, StyleName } from './portraits/portrait.ts';

/** A picture of the demo, with the professional and the service that it shows; on the homepage without both. */
export type DemoPicture = { alt: string; caption?: string; service?: string; portrait: Omit<Portrait, 'seed'> };

type Looks = Partial<Omit<Portrait, 'style' | 'skin' | 'hair' | 'ground' | 'top'>>;
type Colours = [skin: number, hair: HairColour, ground: Portrait['ground'], top: Portrait['top']];

/** On the landing page, the first one first. */
export const homepagePictures: DemoPicture[] = [
  shows('A round afro, picked out evenly', 'afro', [1, 'black', 'sun', 'sea'], { rings: 'hoops' }),
  shows('A skin fade under short curls', 'skinFade', [2, 'black', 'sea', 'plum'], { build: 'man' }),
  shows('Knotless braids to the waist, from behind', 'knotless', [3, 'chestnut', 'leaf', 'sand']),
  shows('Two puffs with a clean parting', 'puffs', [4, 'brown', 'sun', 'berry'], { build: 'child' }),
  shows('Locs to the shoulders, with gold cuffs', 'locs', [0, 'brown', 'blush', 'leaf']),
  shows('A headwrap with coils on top', 'headwrap', [1, 'ink', 'sand', 'berry'], { rings: 'hoops' }),
  shows('A silk press with a middle parting', 'press', [4, 'black', 'clay', 'sand']),
  shows('Curls kept on top, faded around the ear', 'burst', [2, 'honey', 'plum', 'leaf'], { build: 'man', turned: true }),
  shows('A short natural going silver', 'tapered', [1, 'black', 'berry', 'sun'], { grey: 0.8, rings: 'drops' }),
  shows('Rows plaited back into long braids', 'cornrows', [0, 'black', 'sun', 'clay']),
];

/** Pictures of work, by the professional's key. Who is not named keeps the ornament. */
export const workPictures: Record<string, DemoPicture[]> = {
  amara: [
    shows(
      'Knotless braids to the shoulder blades, from behind',
      'knotless',
      [2, 'black', 'sun', 'leaf'],
      {},
      'Knotless Braids',
      'Six hours, two films, no tension',
    ),
    shows('Knotless braids from a middle parting', 'boxBraids', [1, 'ink', 'blush', 'berry'], { rings: 'hoops' }, 'Knotless Braids'),
    shows(
      'Cornrows straight back, in profile',
      'cornrows',
      [0, 'brown', 'sand', 'sea'],
      {},
      'Cornrows',
      'Washed and stretched before the first part',
    ),
    shows('Two-strand twists, chin length', 'twists', [3, 'black', 'leaf', 'sand'], { rings: 'studs' }, 'Two-Strand Twists'),
    shows('Cornrows that run down to the nape', 'cornrowsBehind', [1, 'chestnut', 'sea', 'sun'], {}, 'Cornrows'),
    shows('Knotless braids with copper at the ends', 'boxBraids', [3, 'brown', 'plum', 'sand'], { tips: 'copper' }, 'Knotless Braids'),
  ],
  dele: [
    shows('A skin fade under a curly top', 'skinFade', [1, 'black', 'sun', 'sea'], { build: 'man' }, 'Skin Fade', 'Low fade, week one'),
    shows('A full beard, lined up to the ear', 'beard', [2, 'brown', 'sea', 'sand'], { build: 'man' }, 'Beard Trim'),
    shows('A line-up with a short beard', 'lineUp', [4, 'black', 'clay', 'sea'], { build: 'man' }, 'Line-Up'),
    shows('Waves around the crown over a tapered neck', 'waves', [0, 'brown', 'sand', 'clay'], { build: 'man' }, 'Skin Fade'),
    shows('Short curls, cut dry', 'tapered', [3, 'brown', 'leaf', 'blush'], { build: 'man' }, 'Curl Cut for Short Hair'),
  ],
  wanjiru: [
    shows(
      'Locs to the shoulders, with gold cuffs',
      'locs',
      [1, 'black', 'sand', 'berry'],
      {},
      'Loc Retwist',
      'Nineteen years, and still growing',
    ),
    shows('Freshly twisted locs, from behind', 'locsBehind', [2, 'brown', 'sun', 'plum'], {}, 'Loc Retwist'),
    shows('Starter locs, three weeks old', 'twists', [0, 'black', 'blush', 'sea'], {}, 'Starter Locs'),
    shows(
      'Locs that turn copper towards the tips',
      'locsBehind',
      [3, 'chestnut', 'leaf', 'sand'],
      { tips: 'copper' },
      'Full Colour for Locs',
    ),
  ],
  siobhan: [
    shows('Curls to the shoulder, cut dry', 'curls', [5, 'copper', 'sea', 'sand'], {}, 'Dry Curl Cut', 'Curl by curl'),
    shows('Layered curls from behind', 'curlsBehind', [4, 'chestnut', 'sand', 'leaf'], {}, 'Curl Revival'),
    shows(
      'Brown curls with painted honey ends',
      'curls',
      [3, 'brown', 'blush', 'plum'],
      { tips: 'honey', rings: 'studs' },
      'Painted Highlights for Curls',
    ),
    shows('A round shape for tight curls', 'afro', [2, 'chestnut', 'leaf', 'sun'], { rings: 'hoops' }, 'Dry Curl Cut'),
  ],
  leilani: [
    shows('A silk press with a middle parting', 'press', [3, 'black', 'blush', 'berry'], {}, 'Classic Silk Press'),
    shows(
      'A silk press in profile, blown back',
      'pressSide',
      [1, 'black', 'sun', 'leaf'],
      {},
      'Classic Silk Press',
      'Heat setting written on her card',
    ),
    shows('A unit with long waves', 'wavy', [2, 'chestnut', 'sea', 'sun'], { tips: 'honey' }, 'Closure Wig Install'),
    shows('A blunt bob, washed and set anew', 'bob', [4, 'wine', 'sand', 'leaf'], {}, 'Wig Wash and Restyle'),
    shows('A sew-in to the shoulder blades, from behind', 'behind', [2, 'brown', 'clay', 'sand'], {}, 'Traditional Sew-In'),
  ],
  minhanh: [
    shows('A textured crop', 'crop', [5, 'ink', 'sun', 'sea'], { build: 'man' }, 'Textured Crop'),
    shows('A scissor cut in profile', 'cropSide', [5, 'black', 'leaf', 'sand'], { build: 'man' }, 'Scissor Cut'),
    shows(
      'A tapered neck under straight hair',
      'cropSide',
      [6, 'chestnut', 'sea', 'sun'],
      { build: 'man', turned: true },
      'Taper and Tidy',
    ),
  ],
  hodan: [
    shows(
      'A hijab, pinned over fresh flat twists',
      'hijab',
      [2, 'black', 'clay', 'leaf'],
      {},
      'Flat Twists Under a Scarf',
      'Nothing pulls where the band sits',
    ),
    shows('Twists to the shoulder, from behind', 'twistsBehind', [1, 'black', 'sand', 'berry'], {}, 'Flat Twists Under a Scarf'),
    shows('A headwrap with rested coils on top', 'headwrap', [0, 'brown', 'sea', 'sun'], { rings: 'drops' }, 'Steam and Oil Ritual'),
  ],
  tendai: [
    shows('Locs tied up over a fade', 'locFade', [1, 'black', 'leaf', 'sand'], { build: 'man' }, 'Loc Fade'),
    shows('Locs from behind, freshly rolled', 'locsBehind', [0, 'black', 'clay', 'sea'], { build: 'man' }, 'Retwist and Barrel Roll'),
    shows(
      'A fade for the smaller one',
      'skinFade',
      [2, 'brown', 'sun', 'berry'],
      { build: 'child', turned: true },
      'Father and Son',
      'The smaller one went first',
    ),
    shows('A beard after the hot towel', 'beard', [3, 'black', 'blush', 'plum'], { build: 'man', turned: true }, 'Hot Towel Shave'),
  ],
  priya: [
    shows('An updo with white flowers', 'chignon', [3, 'black', 'sun', 'berry'], {}, 'Occasion Updo', 'For a sangeet in Harris Park'),
    shows('Long waves from a side parting', 'wavy', [4, 'black', 'leaf', 'sand'], {}, 'Wave and Curl Shape'),
    shows('Oiled and combed, down the back', 'behind', [3, 'ink', 'blush', 'sea'], {}, 'Sunday Oiling'),
  ],
  marisol: [
    shows('Curls painted from brown to honey', 'curls', [4, 'brown', 'leaf', 'blush'], { tips: 'honey' }, 'Curly Balayage'),
    shows(
      'A bob with blended grey',
      'bob',
      [5, 'brown', 'berry', 'sand'],
      { grey: 0.7 },
      'Grey Blending',
      'Eight weeks between visits now',
    ),
    shows('A copper gloss on long layers', 'behind', [6, 'copper', 'sea', 'sand'], {}, 'Copper Gloss'),
    shows(
      'A coloured afro, dark at the root',
      'afro',
      [2, 'chestnut', 'sand', 'plum'],
      { tips: 'copper', rings: 'hoops' },
      'Curly Balayage',
    ),
  ],
  nala: [
    shows('Lemonade braids swept to the side', 'lemonade', [2, 'brown', 'sun', 'sea'], {}, 'Lemonade Braids'),
    shows('Locs with honey tips', 'locs', [3, 'brown', 'plum', 'sand'], { tips: 'honey' }, 'Loc Repair'),
    shows(
      'Locs from behind, interlocked',
      'locsBehind',
      [1, 'black', 'blush', 'leaf'],
      {},
      'Interlocking',
      'For somebody who swims every day',
    ),
    shows('A long plaited tail', 'ponytail', [0, 'chestnut', 'sand', 'berry'], {}, 'Goddess Locs'),
  ],
  kwabena: [
    shows(
      'A star razored into a fade',
      'design',
      [2, 'black', 'blush', 'sea'],
      { build: 'child' },
      'Design by Razor',
      'Under-sixteens, round four',
    ),
    shows('Stitch braids straight back', 'cornrows', [1, 'black', 'leaf', 'sun'], { build: 'man', turned: true }, 'Stitch Braids'),
    shows('A flat top over a fade', 'flatTop', [0, 'brown', 'sand', 'clay'], { build: 'man' }, 'Kids’ Fade'),
    shows('A tapered neck under thick curls', 'taper', [1, 'black', 'sun', 'plum'], { build: 'man' }, 'Kids’ Fade'),
  ],
  sefina: [
    shows('A crown braid with flowers at the ear', 'crown', [3, 'black', 'blush', 'leaf'], {}, 'Crown Braid'),
    shows('Hair to the waist, trimmed by a finger', 'behind', [4, 'black', 'sun', 'sea'], {}, 'Length Trim', 'You hold the ruler'),
    shows('A twist-out on day two', 'curlsBehind', [3, 'brown', 'sea', 'sand'], {}, 'Twist-Out Set'),
  ],
  ayesha: [
    shows('A press in profile, blown back', 'pressSide', [4, 'chestnut', 'sea', 'sand'], { turned: true }, 'Humidity-Proof Press'),
    shows('A hijab over a fresh blow-out', 'hijab', [4, 'black', 'sand', 'berry'], {}, 'After-Hours Appointment'),
    shows('A stretched blow-out with bounce', 'wavy', [3, 'black', 'clay', 'leaf'], {}, 'Round-Brush Blow-Out'),
  ],
  jarrah: [
    shows(
      'A curly mullet, faded around the ear',
      'burst',
      [4, 'chestnut', 'leaf', 'sun'],
      { build: 'man' },
      'Curly Mullet',
      'Coast at the back',
    ),
    shows('A burst fade under tight curls', 'burst', [2, 'black', 'clay', 'sand'], { build: 'man', turned: true }, 'Burst Fade'),
    shows('A beard with a straight cheek line', 'lineUp', [5, 'chestnut', 'sea', 'sand'], { build: 'man' }, 'Beard Sculpt and Steam'),
    shows('Sponged curls on top', 'tapered', [3, 'black', 'sun', 'berry'], { build: 'man' }, 'Curl Sponge and Set'),
  ],
  chiamaka: [
    shows('Jumbo box braids in wine red', 'boxBraids', [2, 'wine', 'sand', 'leaf'], { rings: 'hoops' }, 'Jumbo Box Braids'),
    shows('Small box braids to the waist', 'knotless', [1, 'black', 'sea', 'sun'], {}, 'Small Box Braids', 'Seven hours, jollof at one'),
    shows('A frontal with long waves', 'wavy', [1, 'black', 'blush', 'plum'], {}, 'Frontal Wig Install'),
    shows('Crochet curls to the shoulder', 'curls', [0, 'chestnut', 'sun', 'leaf'], { rings: 'hoops' }, 'Crochet Braids'),
    shows('Braids wound into a bun', 'bun', [1, 'brown', 'sea', 'sand'], { rings: 'hoops' }, 'Small Box Braids'),
  ],
  thandiwe: [
    shows(
      'Locs going silver, left alone',
      'locs',
      [1, 'black', 'clay', 'sand'],
      { grey: 0.9 },
      'Freeform Loc Care',
      'Salt out, moisture in',
    ),
    shows('A tapered natural in silver', 'tapered', [0, 'silver', 'berry', 'sun'], { rings: 'hoops' }, 'Shape for a Natural'),
    shows('A round natural that leans to the left', 'afro', [3, 'brown', 'sand', 'leaf'], { rings: 'drops' }, 'Shape for a Natural'),
  ],
  marcus: [
    shows(
      'The Northbridge: short, square and shaved at the neck',
      'lineUp',
      [2, 'black', 'sand', 'sea'],
      { build: 'man' },
      'The Northbridge',
    ),
    shows('A buzz cut with clean edges', 'buzz', [3, 'black', 'leaf', 'plum'], { build: 'man' }, 'Buzz Cut'),
    shows('A grey beard after cut and shave', 'beard', [1, 'black', 'clay', 'sand'], { build: 'man', grey: 0.9 }, 'Cut and Shave'),
  ],
  fatou: [
    shows('Rows that end in long braids with gold cuffs', 'cornrows', [1, 'brown', 'blush', 'plum'], {}, 'Fulani Braids'),
    shows('Senegalese twists, from behind', 'twistsBehind', [0, 'black', 'sun', 'sea'], {}, 'Senegalese Twists'),
    shows(
      'Braids with beads in five colours',
      'beaded',
      [2, 'black', 'sand', 'leaf'],
      { build: 'child' },
      'Girls’ Braids with Beads',
      'The wearer chose the order',
    ),
    shows(
      'A child’s rows with beads at the nape',
      'beadedRows',
      [3, 'brown', 'sea', 'blush'],
      { build: 'child' },
      'Girls’ Braids with Beads',
    ),
  ],
  isadora: [
    shows('Curls with fine honey highlights', 'curlsBehind', [4, 'chestnut', 'plum', 'sand'], { tips: 'honey' }, 'Honey Highlights'),
    shows('Height for tight coils', 'afro', [2, 'black', 'clay', 'sand'], { rings: 'hoops' }, 'Volume Cut for Coils'),
    shows('Layers put right, to the shoulder', 'curls', [3, 'brown', 'sun', 'sea'], {}, 'Undoing Bad Layers', 'Visit two of three'),
  ],
  zainab: [
    shows('A made-to-measure bob', 'bob', [2, 'black', 'sun', 'leaf'], {}, 'Made-to-Measure Wig'),
    shows('A head shaved gently, with clean edges', 'buzz', [4, 'brown', 'plum', 'sand'], { rings: 'hoops' }, 'Head Shave, Gently'),
    shows('Bridal waves, pressed and pinned', 'chignon', [4, 'chestnut', 'blush', 'sea'], {}, 'Bridal Press and Pin'),
    shows('A scarf tied in the quiet room', 'headwrap', [2, 'black', 'leaf', 'clay'], { rings: 'studs' }, 'Wig Fitting in the Quiet Room'),
  ],
  kirra: [
    shows('Curls that dried by themselves', 'curls', [3, 'black', 'clay', 'sand'], {}, 'Build-Up Season Cut', 'Ninety per cent humidity'),
    shows('Plaited up into a bun, off the neck', 'bun', [2, 'black', 'sun', 'leaf'], { rings: 'hoops' }, 'Market Day Style'),
    shows('Mini twists on her own hair', 'twists', [2, 'chestnut', 'sea', 'sand'], { rings: 'hoops' }, 'Mini Twists'),
    shows('Knots for a night at the market', 'knots', [1, 'black', 'sand', 'clay'], { rings: 'drops' }, 'Market Day Style'),
  ],
};

function shows(
  alt: string,
  style: StyleName,
  [skin, hair, ground, top]: Colours,
  looks: Looks = {},
  service?: string,
  caption?: string,
): DemoPicture {
  return {
    alt,
    ...(service === undefined ? {} : { service }),
    ...(caption === undefined ? {} : { caption }),
    portrait: { style, skin, hair, ground, top, ...looks },
  };
}
