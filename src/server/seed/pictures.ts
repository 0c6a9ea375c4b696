import { createHash } from 'node:crypto';

/** A picture of work: what it shows, which service of its professional, and what its professional says of it. */
type Work = readonly [alt: string, service: string, caption?: string];

/** What the pictures on the landing page show, the first one first: `pictures/homepage-0.avif` and so on. */
export const homepagePictures = [
  'A round afro, picked out evenly',
  'A skin fade under short curls',
  'Knotless braids to the waist, from behind',
  'Two puffs with a clean parting',
  'Locs to the shoulders, with gold cuffs',
  'A headwrap with coils on top',
  'A silk press with a middle parting',
  'Curls kept on top, faded around the ear',
  'A short natural going silver',
  'Rows plaited back into long braids',
];

/** Pictures of work, by the professional's key: `pictures/amara-0.avif` and so on. Who is not named keeps the ornament. */
export const workPictures: Record<string, Work[]> = {
  amara: [
    ['Knotless braids to the shoulder blades, from behind', 'Knotless Braids', 'Four hours, two films, no tension'],
    ['Knotless braids from a middle parting', 'Knotless Braids'],
    ['Cornrows straight back, in profile', 'Cornrows', 'Washed and stretched before the first part'],
    ['Two-strand twists, chin length', 'Two-Strand Twists'],
    ['Cornrows that run down to the nape', 'Cornrows'],
    ['Knotless braids with copper at the ends', 'Knotless Braids'],
  ],
  dele: [
    ['A skin fade under a curly top', 'Skin Fade', 'Low fade, week one'],
    ['A full beard, lined up to the ear', 'Beard Trim'],
    ['A line-up with a short beard', 'Line-Up'],
    ['Waves around the crown over a tapered neck', 'Skin Fade'],
    ['Short curls, cut dry', 'Curl Cut for Short Hair'],
  ],
  wanjiru: [
    ['Locs to the shoulders, with gold cuffs', 'Loc Retwist', 'Nineteen years, and still growing'],
    ['Freshly twisted locs, from behind', 'Loc Retwist'],
    ['Starter locs, three weeks old', 'Starter Locs'],
    ['Locs that turn copper towards the tips', 'Full Colour for Locs'],
  ],
  siobhan: [
    ['Curls to the shoulder, cut dry', 'Dry Curl Cut', 'Curl by curl'],
    ['Layered curls from behind', 'Curl Revival'],
    ['Brown curls with painted honey ends', 'Painted Highlights for Curls'],
    ['A round shape for tight curls', 'Dry Curl Cut'],
  ],
  leilani: [
    ['A silk press with a middle parting', 'Classic Silk Press'],
    ['A silk press in profile, blown back', 'Classic Silk Press', 'Heat setting written on her card'],
    ['A unit with long waves', 'Closure Wig Install'],
    ['A blunt bob, washed and set anew', 'Wig Wash and Restyle'],
    ['A sew-in to the shoulder blades, from behind', 'Traditional Sew-In'],
  ],
  minhanh: [
    ['A textured crop', 'Textured Crop'],
    ['A scissor cut in profile', 'Scissor Cut'],
    ['A tapered neck under straight hair', 'Taper and Tidy'],
  ],
  hodan: [
    ['A hijab, pinned over fresh flat twists', 'Flat Twists Under a Scarf', 'Nothing pulls where the band sits'],
    ['Twists to the shoulder, from behind', 'Flat Twists Under a Scarf'],
    ['A headwrap with rested coils on top', 'Steam and Oil Ritual'],
  ],
  tendai: [
    ['Locs tied up over a fade', 'Loc Fade'],
    ['Locs from behind, freshly rolled', 'Retwist and Barrel Roll'],
    ['A fade for the smaller one', 'Father and Son', 'The smaller one went first'],
    ['A beard after the hot towel', 'Hot Towel Shave'],
  ],
  priya: [
    ['An updo with white flowers', 'Occasion Updo', 'For a sangeet in Harris Park'],
    ['Long waves from a side parting', 'Wave and Curl Shape'],
    ['Oiled and combed, down the back', 'Sunday Oiling'],
  ],
  marisol: [
    ['Curls painted from brown to honey', 'Curly Balayage'],
    ['A bob with blended grey', 'Grey Blending', 'Eight weeks between visits now'],
    ['A copper gloss on long layers', 'Copper Gloss'],
    ['A coloured afro, dark at the root', 'Curly Balayage'],
  ],
  nala: [
    ['Lemonade braids swept to the side', 'Lemonade Braids'],
    ['Locs with honey tips', 'Loc Repair'],
    ['Locs from behind, interlocked', 'Interlocking', 'For somebody who swims every day'],
    ['A long plaited tail', 'Goddess Locs'],
  ],
  kwabena: [
    ['A star razored into a fade', 'Design by Razor', 'Under-sixteens, round four'],
    ['Stitch braids straight back', 'Stitch Braids'],
    ['A flat top over a fade', 'Kids’ Fade'],
    ['A tapered neck under thick curls', 'Kids’ Fade'],
  ],
  sefina: [
    ['A crown braid with flowers at the ear', 'Crown Braid'],
    ['Hair to the waist, trimmed by a finger', 'Length Trim', 'You hold the ruler'],
    ['A twist-out on day two', 'Twist-Out Set'],
  ],
  ayesha: [
    ['A press in profile, blown back', 'Humidity-Proof Press'],
    ['A hijab over a fresh blow-out', 'After-Hours Appointment'],
    ['A stretched blow-out with bounce', 'Round-Brush Blow-Out'],
  ],
  jarrah: [
    ['A curly mullet, faded around the ear', 'Curly Mullet', 'Coast at the back'],
    ['A burst fade under tight curls', 'Burst Fade'],
    ['A beard with a straight cheek line', 'Beard Sculpt and Steam'],
    ['Sponged curls on top', 'Curl Sponge and Set'],
  ],
  chiamaka: [
    ['Jumbo box braids in wine red', 'Jumbo Box Braids'],
    ['Small box braids to the waist', 'Small Box Braids', 'Seven hours, jollof at one'],
    ['A frontal with long waves', 'Frontal Wig Install'],
    ['Crochet curls to the shoulder', 'Crochet Braids'],
    ['Braids wound into a bun', 'Small Box Braids'],
  ],
  thandiwe: [
    ['Locs going silver, left alone', 'Freeform Loc Care', 'Salt out, moisture in'],
    ['A tapered natural in silver', 'Shape for a Natural'],
    ['A round natural that leans to the left', 'Shape for a Natural'],
  ],
  marcus: [
    ['The Northbridge: short, square and shaved at the neck', 'The Northbridge'],
    ['A buzz cut with clean edges', 'Buzz Cut'],
    ['A grey beard after cut and shave', 'Cut and Shave'],
  ],
  fatou: [
    ['Rows that end in long braids with gold cuffs', 'Fulani Braids'],
    ['Senegalese twists, from behind', 'Senegalese Twists'],
    ['Braids with beads in five colours', 'Girls’ Braids with Beads', 'The wearer chose the order'],
    ['A child’s rows with beads at the nape', 'Girls’ Braids with Beads'],
  ],
  isadora: [
    ['Curls with fine honey highlights', 'Honey Highlights'],
    ['Height for tight coils', 'Volume Cut for Coils'],
    ['Layers put right, to the shoulder', 'Undoing Bad Layers', 'Visit two of three'],
  ],
  zainab: [
    ['A made-to-measure bob', 'Made-to-Measure Wig'],
    ['A head shaved gently, with clean edges', 'Head Shave, Gently'],
    ['Bridal waves, pressed and pinned', 'Bridal Press and Pin'],
    ['A scarf tied in the quiet room', 'Wig Fitting in the Quiet Room'],
  ],
  kirra: [
    ['Curls that dried by themselves', 'Build-Up Season Cut', 'Ninety per cent humidity'],
    ['Plaited up into a bun, off the neck', 'Market Day Style'],
    ['Mini twists on her own hair', 'Mini Twists'],
    ['Knots for a night at the market', 'Market Day Style'],
  ],
};

/** The same in every database, so that the files of a row can be stored later. */
export function storageKeyOf(name: string): string {
  const hash = createHash('sha256').update(`demo ${name}`).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
