import type { z } from 'zod';
import type { ServiceCategory } from '#shared/constants.ts';
import type { serviceInput } from '#shared/services.ts';

export type DemoService = {
  name: string;
  category: ServiceCategory;
  minutes: number;
  /** Dollars. */
  price: number;
  description: string;
  preparation?: string;
  /** Minutes from its start, and how many, in which the professional is free. */
  processing?: { start: number; minutes: number };
  /** What it is made of: price and minutes are then those of its cells. */
  parts?: Pick<z.input<typeof serviceInput>, 'variants' | 'extras' | 'prepare' | 'hair' | 'min_length_cm'>;
  /** Inactive: in the menu, but not offered now. */
  paused?: true;
};

/**
 * Services of each professional, by the professional's key. Names are unique over all menus, because stories refer to
 * services by name.
 */
export const menus: Record<string, DemoService[]> = {
  amara: [
    {
      ...on(
        'Knotless Braids',
        'Braids',
        240,
        220,
        'Medium size, to the shoulder blades. Hair included, any of six colours.',
      ),
      preparation: 'Come with washed, dry hair, stretched or blown out, and without oil in it.',
    },
    {
      ...on('Knotless Braids to Order', 'Braids', 240, 180, 'Choose your size and your length. Hair can come with it.'),
      parts: {
        variants: {
          axes: [
            { kind: 'size', name: 'Size', choices: choices('Large', 'Medium', 'Small', 'Extra small') },
            {
              kind: 'length',
              name: 'Length',
              choices: [
                { name: 'Shoulder', landmark: 'shoulder' },
                { name: 'Armpit', landmark: 'armpit' },
                { name: 'Bra strap', landmark: 'bra_strap' },
                { name: 'Waist', landmark: 'waist' },
                { name: 'Tailbone', landmark: 'tailbone' },
              ],
            },
          ],
          cells: [
            [cell(180, 210), cell(195, 225), cell(210, 240), cell(240, 270), null],
            [cell(220, 270), cell(240, 285), cell(260, 300), cell(290, 330), cell(330, 360)],
            [cell(280, 330), cell(305, 360), cell(330, 390), cell(380, 420), cell(430, 450)],
            [cell(360, 420), cell(395, 450), cell(430, 480), cell(490, 510), null],
          ],
        },
        extras: [
          { kind: 'takedown', name: 'Take-down', price: 60, service_duration_minutes: 75 },
          { kind: 'wash', name: 'Wash and blow-out', price: 45, service_duration_minutes: 45 },
          { kind: 'hair', name: 'Braiding hair', price: 40, service_duration_minutes: 0 },
        ],
        prepare: [
          { kind: 'do', text: 'Take your old braids down', extra_index: 0 },
          { kind: 'do', text: 'Wash and stretch your hair', extra_index: 1 },
          { kind: 'bring', text: 'Six packs of pre-stretched hair', extra_index: 2 },
          { kind: 'avoid', text: 'Oil and grease on the day' },
        ],
        hair: 'sold',
        min_length_cm: 5,
      },
    },
    on(
      'Cornrows',
      'Braids',
      90,
      95,
      'Straight back, or a pattern of yours. Washed and stretched before the first part.',
    ),
    on(
      'Two-Strand Twists',
      'Protective Styles',
      120,
      115.5,
      'On your own hair, sealed at the ends. Two to three weeks of mornings off.',
    ),
    on(
      'Wash and Deep Treatment',
      'Treatment',
      60,
      65,
      'Clarify, steam, mask, scalp massage. The best hour between two sets of braids.',
    ),
    on('Braid Take-Down', 'Other', 75, 60, 'Out gently, with slip and patience, then combed from the ends up.'),
    off('Micro Braids', 'Braids', 480, 420, 'A whole day. On pause until my wrists forgive me.'),
  ],
  dele: [
    on('Skin Fade', 'Haircut', 45, 50, 'Low, mid or high, with a line-up and a hot towel.'),
    {
      ...on('Cut by Length', 'Haircut', 30, 45, 'Clippers or scissors, priced by how much there is to cut.'),
      parts: {
        variants: {
          axes: [{ kind: 'length', name: 'Length', choices: choices('Close', 'Medium', 'Long') }],
          cells: [[cell(45, 30)], [cell(60, 45)], [cell(75, 60)]],
        },
        extras: [{ kind: 'wash', name: 'Wash', price: 15, service_duration_minutes: 15 }],
      },
    },
    on('Beard Trim', 'Cuts and Trims', 30, 25, 'Shaped with the jaw, edged with a razor, oiled.'),
    on('Curl Cut for Short Hair', 'Haircut', 60, 72.5, 'Cut dry and sponged, so that each curl ends where it should.'),
    on('Line-Up', 'Cuts and Trims', 15, 20, 'Front, temples, neck. In and out.'),
  ],
  wanjiru: [
    on('Starter Locs', 'Loc Services', 180, 180, 'Two-strand or comb coils, with a plan for the first six months.'),
    {
      ...on('Retwist by Weeks', 'Loc Services', 90, 95, 'Priced by how long your roots have been growing.'),
      parts: {
        variants: {
          axes: [
            {
              kind: 'weeks',
              name: 'Since the last retwist',
              choices: choices('Up to 4 weeks', '5 to 8 weeks', 'Longer'),
            },
          ],
          cells: [[cell(95, 90)], [cell(120, 120)], [cell(150, 165)]],
        },
        extras: [{ kind: 'wash', name: 'Clarifying wash', price: 25, service_duration_minutes: 30 }],
        prepare: [{ kind: 'avoid', text: 'Wax and heavy butters for a week' }],
      },
    },
    on('Loc Retwist', 'Loc Services', 105, 110, 'Wash, palm roll, dry, and a simple style to go home in.'),
    on(
      'Full Colour for Locs',
      'Color',
      150,
      195,
      'From root to tip, ammonia-free where the shade allows. Patch test two days before.',
    ),
    on(
      'Yearly Loc Health Check',
      'Treatment',
      45,
      55,
      'Every loc felt for thin places, and a written list of what to do about them.',
    ),
  ],
  siobhan: [
    on('Dry Curl Cut', 'Haircut', 75, 128, 'Curl by curl, then washed and styled so that you see how it falls.'),
    on('Curl Revival', 'Treatment', 60, 89, 'For hair that forgot its pattern: bond care, steam and a slow diffuse.'),
    on(
      'Painted Highlights for Curls',
      'Color',
      165,
      245,
      'Placed by hand where the light already lands. Toner and treatment included.',
    ),
    on('Fringe Between Cuts', 'Cuts and Trims', 15, 18, 'Two minutes of scissors, ten of conversation.'),
  ],
  leilani: [
    on('Classic Silk Press', 'Styling', 120, 135, 'Wash, blow-out, press and a light trim. Moves like it should.'),
    on(
      'Closure Wig Install',
      'Weaves and Wigs',
      150,
      210,
      'Braid-down, closure, plucked and melted. Bring the unit or ask me to order.',
    ),
    on(
      'Wig Wash and Restyle',
      'Weaves and Wigs',
      60,
      75,
      'Leave it on Wednesday, wear it on Saturday. Deep-cleaned and set.',
    ),
    on('Traditional Sew-In', 'Weaves and Wigs', 180, 230, 'Leave-out blended, tracks flat, tension gentle.'),
  ],
  minhanh: [
    on('Scissor Cut', 'Haircut', 40, 48, 'No clippers unless you ask. Finished with a razor at the neck.'),
    on(
      'Textured Crop',
      'Haircut',
      45,
      52,
      'Choppy on top, tapered at the sides, ten seconds of styling in the morning.',
    ),
    on('Taper and Tidy', 'Cuts and Trims', 30, 35, 'Neck and sides only, for the weeks between.'),
    on('Clay and Blow-Dry Lesson', 'Styling', 30, 39.9, 'You do one half, I do the other, until they match.'),
  ],
  hodan: [
    on('Scalp Reading', 'Treatment', 60, 85, 'A long talk, a close look and a plan on paper. Nothing is sold.'),
    on(
      'Steam and Oil Ritual',
      'Treatment',
      75,
      98,
      'Qasil wash, warm oils, steam, and half an hour in which nobody needs you.',
    ),
    on(
      'Flat Twists Under a Scarf',
      'Protective Styles',
      90,
      88,
      'Low and smooth, nothing pulling where the band sits.',
    ),
    on('Trim in Private', 'Cuts and Trims', 45, 58, 'Door closed, blinds down, ends gone.'),
  ],
  tendai: [
    on('Loc Fade', 'Haircut', 45, 55, 'Faded below, locs kept clear and clean above.'),
    on('Retwist and Barrel Roll', 'Loc Services', 120, 130, 'Fresh roots, two or four barrels, holds for a fortnight.'),
    on(
      'Father and Son',
      'Haircut',
      75,
      82,
      'One after the other in the same chair. Twelve and under for the smaller one.',
    ),
    on('Hot Towel Shave', 'Other', 45, 49.5, 'Two passes, cold stone, no rush.'),
  ],
  priya: [
    on('Wave and Curl Shape', 'Haircut', 75, 118, 'Long layers that keep their weight. Cut half dry, half wet.'),
    on('Scalp Detox', 'Treatment', 60, 92, 'Under the magnifier, exfoliated, cooled with neem and mint.'),
    on(
      'Sunday Oiling',
      'Treatment',
      45,
      64,
      'Warm coconut and curry leaf, worked in slowly, as it was on the back step.',
    ),
    on('Occasion Updo', 'Styling', 90, 140, 'For sangeets, formals and best friends’ weddings. Bring your flowers.'),
    on('Postnatal Hair Visit', 'Other', 60, 79.5, 'For the months when it falls. Babies welcome, there is a mat.'),
  ],
  marisol: [
    on(
      'Curly Balayage',
      'Color',
      180,
      310,
      'Lightened slowly by hand, curl pattern kept. First visit of two for very dark hair.',
    ),
    {
      ...on(
        'Grey Blending',
        'Color',
        105,
        168,
        'Softened rather than covered: eight weeks instead of three between visits.',
      ),
      // Half an hour in which the colour works and somebody else's ends are cut.
      processing: { start: 45, minutes: 30 },
    },
    on('Trim Between Colours', 'Cuts and Trims', 30, 48, 'Ends and fringe, while somebody else’s colour works.'),
    on('Copper Gloss', 'Color', 60, 96, 'Warmth and shine that wash out by themselves in a month.'),
    on(
      'Colour Correction Talk',
      'Other',
      30,
      40,
      'What happened, what is possible, what it costs. Taken off the bill if we go on.',
    ),
    off('Vivid Fantasy Colour', 'Color', 240, 380, 'Not while the supplier is changing its formula.'),
  ],
  nala: [
    on('Interlocking', 'Loc Services', 150, 160, 'For roots that slip, swim or train every day.'),
    on('Loc Repair', 'Loc Services', 60, 75, 'Up to five locs, mended with your own shed hair where it can be.'),
    on('Goddess Locs', 'Protective Styles', 270, 265, 'Soft, light, with curls left out. Hair included.'),
    on('Lemonade Braids', 'Braids', 180, 190, 'Swept to the side you choose, small at the hairline.'),
  ],
  kwabena: [
    on('Burst Fade and Braids', 'Braids', 105, 110, 'Sides faded, top braided, one sitting.'),
    on('Kids’ Fade', 'Haircut', 30, 32, 'Twelve and under. The booster seat is a spaceship if anyone asks.'),
    on('Design by Razor', 'Cuts and Trims', 30, 35, 'A line, a star, a team crest within reason.'),
    on('Stitch Braids', 'Braids', 120, 125, 'Straight back, six to ten, razor-sharp parts.'),
  ],
  sefina: [
    on(
      'Heavy Hair Wash Day',
      'Treatment',
      90,
      95,
      'Soak, detangle, condition, plait to dry. Waist length and beyond costs the same.',
    ),
    on('Twist-Out Set', 'Styling', 75, 84, 'Set today, undone tomorrow, good until Friday.'),
    on('Length Trim', 'Cuts and Trims', 45, 62, 'What is needed and not a finger more. You hold the ruler.'),
    on('Crown Braid', 'Braids', 60, 78, 'All the way round, with a place for a sei at the ear.'),
  ],
  ayesha: [
    on('Humidity-Proof Press', 'Styling', 120, 142, 'Two serums and one slow pass. Tested in February.'),
    on('Round-Brush Blow-Out', 'Styling', 60, 69, 'Stretched and bouncy, no flat iron.'),
    on('Bond Repair', 'Treatment', 45, 74.5, 'For ends that have seen too many irons, mine included.'),
    on(
      'After-Hours Appointment',
      'Other',
      60,
      110,
      'The whole place to yourself, shutters down. Choose the style when you are here.',
    ),
  ],
  jarrah: [
    on('Curly Mullet', 'Haircut', 60, 62, 'Business at the front, coast at the back.'),
    on('Burst Fade', 'Haircut', 45, 54, 'Round the ear, tight at the skin, curls left to do their thing.'),
    on('Beard Sculpt and Steam', 'Cuts and Trims', 30, 38, 'Shape, steam, balm that does not melt by noon.'),
    on('Curl Sponge and Set', 'Styling', 30, 30, 'Five minutes of sponge, twenty of learning to do it at home.'),
  ],
  chiamaka: [
    on('Small Box Braids', 'Braids', 420, 340, 'To the waist. Lunch and hair included, bring a film.'),
    on('Jumbo Box Braids', 'Braids', 180, 185, 'Big, light, done by lunchtime.'),
    on(
      'Frontal Wig Install',
      'Weaves and Wigs',
      165,
      240,
      'Lace tinted to your skin, secured without glue at the edges if you like.',
    ),
    on('Crochet Braids', 'Protective Styles', 150, 155, 'Cornrow base, curls you choose from the wall.'),
    on(
      'Edge Rest',
      'Treatment',
      45,
      59.95,
      'For hairlines that were pulled: oil, heat and a style that leaves them alone.',
    ),
  ],
  thandiwe: [
    on(
      'Freeform Loc Care',
      'Loc Services',
      75,
      80,
      'Washed, separated where you want it, left alone where you do not.',
    ),
    on('Crochet Loc Start', 'Loc Services', 300, 360, 'Locked on the day. Hair of eight centimetres or more.'),
    on('Sea and Sun Recovery', 'Treatment', 60, 72, 'Salt out, moisture in, a rinse that smells of rooibos.'),
    on(
      'Shape for a Natural',
      'Haircut',
      45,
      65,
      'A round one, a tapered one, or one that leans to the left like you do.',
    ),
  ],
  marcus: [
    on('The Northbridge', 'Haircut', 45, 58, 'Cut, neck shave, hot towel. The one I am known for.'),
    on('Straight-Razor Shave', 'Other', 40, 55, 'Badger brush, three towels, silence.'),
    on('Cut and Shave', 'Haircut', 75, 98, 'Both of the above, and a small discount for patience.'),
    on('Buzz Cut', 'Haircut', 15, 28, 'One length, all over, edges clean.'),
  ],
  fatou: [
    on('Fulani Braids', 'Braids', 210, 215, 'Centre braid, beads if you bring them, gold cuffs if you do not.'),
    on('Senegalese Twists', 'Protective Styles', 240, 225, 'Rope-smooth from root to end. Hair included.'),
    on('Flat Closure Sew-In', 'Weaves and Wigs', 195, 235, 'Tracks so flat that a helmet fits.'),
    on('Girls’ Braids with Beads', 'Braids', 90, 85, 'Ten and under. Beads in any order the wearer says.'),
  ],
  grace: [
    on(
      'First Silk Press',
      'Styling',
      150,
      149,
      'For hair that has never met an iron: strand test, low heat, long lesson.',
    ),
    on('Press and Trim', 'Styling', 120, 130, 'Once, properly, then a finger’s width off the ends.'),
    on('Deep Red Permanent', 'Color', 120, 178, 'Mixed by eye, recipe written on a card.'),
    on('Rinse and Shine', 'Color', 45, 67.5, 'A temporary colour for a job interview, or for the opposite.'),
  ],
  isadora: [
    on('Undoing Bad Layers', 'Haircut', 90, 136, 'A rescue in one visit, or a plan in three.'),
    on('Volume Cut for Coils', 'Haircut', 75, 122, 'Height where you want it, none where you do not.'),
    on('Honey Highlights', 'Color', 150, 225, 'Fine, warm, around the face first.'),
    on('Diffuse and Define', 'Styling', 60, 71, 'Wash, gel, clips, diffuser. Photograph your own hands doing it.'),
  ],
  yohannes: [
    on('Neckline and Crown', 'Cuts and Trims', 30, 34, 'A cut that is honest about what is thinning, and flatters it.'),
    on('Bump-Free Shave', 'Other', 45, 52, 'Single blade, with the grain, calmed with aloe.'),
    on('Scalp Scrub for Short Hair', 'Treatment', 30, 42, 'For shaved and nearly shaved heads: scrub, sun check, oil.'),
    on('Afro Shape-Up', 'Haircut', 45, 53, 'Picked out, rounded, edged.'),
  ],
  zainab: [
    on(
      'Made-to-Measure Wig',
      'Weaves and Wigs',
      120,
      980,
      'Measure, choose, fit: three visits in the price, this is the first.',
    ),
    on(
      'Wig Fitting in the Quiet Room',
      'Weaves and Wigs',
      90,
      120,
      'During treatment or after it. Take all the time there is.',
    ),
    on('Head Shave, Gently', 'Other', 30, 15, 'For the day you decide. A friend may hold your hand, or the clippers.'),
    on('Bridal Press and Pin', 'Styling', 180, 260, 'A trial and the day itself.'),
  ],
  imogen: [
    on('Steam and Butter', 'Treatment', 75, 82, 'Against wood smoke and southerlies. Your jar to take home.'),
    on('Wash-Day Lesson', 'Other', 90, 99, 'Your hair, your products, my basin. You do it, I watch.'),
    on('Chunky Flat Twists', 'Protective Styles', 75, 76, 'Fits under a beanie. Of course it does.'),
    on('Winter Trim', 'Cuts and Trims', 45, 57.5, 'Dusting of the ends before they split upwards.'),
  ],
  tomasi: [
    on('Islander Taper', 'Haircut', 45, 42, 'Thick hair thinned by the cut, not by thinning scissors.'),
    on('Drop Fade', 'Haircut', 45, 44, 'Low at the back, curls kept on top.'),
    on('School Photo Cut', 'Cuts and Trims', 30, 27, 'Sixteen and under, any weekday.'),
  ],
  kirra: [
    on('Build-Up Season Cut', 'Haircut', 75, 108, 'Shaped to dry by itself in ninety per cent humidity.'),
    on('Market Day Style', 'Styling', 45, 56, 'Up, off the neck, and still there at sunset.'),
    on('Mini Twists', 'Protective Styles', 180, 165, 'On your own hair. A month without a comb.'),
    on('Cool Clay Mask', 'Treatment', 45, 61.5, 'Cold white clay and lemon myrtle, in front of the fan.'),
  ],
  lucia: [
    on('Breathable Wet-Season Wig', 'Weaves and Wigs', 120, 285, 'Open wefts, light cap, fitted and cut on you.'),
    on('Hand-Tied Extensions', 'Weaves and Wigs', 210, 395, 'Two rows, no glue, moved up every ten weeks.'),
    on('Light Feed-In Braids', 'Braids', 105, 112, 'Few, fine and off the neck.'),
    on('Fringe on a Wig', 'Cuts and Trims', 20, 24, 'Measured twice, cut once: it does not grow back.'),
  ],
  adaeze: [
    on('Shoulder-Length Braids', 'Braids', 180, 175, 'Medium size, hair included.'),
    on('Puff and Edges', 'Styling', 30, 35, 'Ten minutes more than you would give it at home.'),
  ],
};

function choices(...names: string[]) {
  return names.map((name) => ({ name }));
}

/** Dollars and minutes. */
function cell(price: number, service_duration_minutes: number) {
  return { price, service_duration_minutes };
}

function on(name: string, category: ServiceCategory, minutes: number, price: number, description: string): DemoService {
  return { name, category, minutes, price, description };
}

function off(...given: Parameters<typeof on>): DemoService {
  return { ...on(...given), paused: true };
}
