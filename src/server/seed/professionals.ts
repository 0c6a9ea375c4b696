import type { ProfessionalInput } from '#shared/professionals.ts';

/** Hours in the professional's zone: days of the week, then the windows of each of these days. */
type Hours = [days: string, ...open: string[]];

export type DemoProfessional = {
  /** Identifies the person in this seed, and is the part before `@demo.example`. */
  key: string;
  name: string;
  type: ProfessionalInput['professional_type'];
  location: string;
  zone: string;
  years: number;
  specializations: number[];
  hours: Hours[];
  bio: string;
  settings?: { interval?: 15 | 30 | 60; notice?: number; buffer?: number };
  /** Inactive for now. */
  away?: true;
};

const melbourne = 'Australia/Melbourne';
const sydney = 'Australia/Sydney';
const brisbane = 'Australia/Brisbane';
const perth = 'Australia/Perth';
const adelaide = 'Australia/Adelaide';
const hobart = 'Australia/Hobart';
const darwin = 'Australia/Darwin';

/** Invented people. Specializations are the catalogue's ids (specification 3). */
export const professionals: DemoProfessional[] = [
  {
    key: 'amara',
    name: 'Amara Okafor',
    type: 'hairdresser',
    location: 'Footscray, Melbourne',
    zone: melbourne,
    years: 9,
    specializations: [2, 6],
    settings: { notice: 120, buffer: 15 },
    hours: [
      ['Mon Tue Wed Thu Fri', '09:00-13:00', '14:00-18:30'],
      ['Sat', '08:00-15:00'],
    ],
    bio:
      'My mother plaited half of Footscray in our lounge room, and I learned by holding the comb. I ' +
      'braid for people who want to forget about ' +
      'their hair for six weeks and still have edges at the end of them. Low tension, clean parts, ' +
      'and I will tell you when your hair needs a rest instead.',
  },
  {
    key: 'dele',
    name: 'Délé Adébáyọ̀',
    type: 'barber',
    location: 'Brunswick, Melbourne',
    zone: melbourne,
    years: 6,
    specializations: [1, 4],
    settings: { interval: 15 },
    hours: [
      ['Tue Wed', '10:00-18:00'],
      ['Thu Fri', '10:00-14:00', '15:00-20:30'],
      ['Sat', '09:00-16:00'],
    ],
    bio:
      'Fades, line-ups and beards for curly and coily hair. I cut with the grain first and the ' +
      'clippers second, so it still looks right in week three. ' +
      'One chair, no queue, good coffee.',
  },
  {
    key: 'wanjiru',
    name: "Wanjiru Ng'ang'a",
    type: 'hairdresser',
    location: 'Dandenong, Melbourne',
    zone: melbourne,
    years: 12,
    specializations: [3, 5],
    settings: { buffer: 15, notice: 720 },
    hours: [
      ['Mon Wed Fri', '08:30-12:30', '13:30-17:30'],
      ['Thu', '12:00-20:00'],
    ],
    bio:
      'Locs from the first coil to the yearly health check, and colour that leaves them strong. I ' +
      'have kept my own for nineteen years, so I know ' +
      'what month four feels like. Bring photographs, bring questions, bring the cousin who wants to watch.',
  },
  {
    key: 'siobhan',
    name: "Siobhán O'Brien",
    type: 'hairdresser',
    location: 'Fitzroy, Melbourne',
    zone: melbourne,
    years: 15,
    specializations: [4, 3],
    settings: { buffer: 15 },
    hours: [
      ['Tue Wed Thu', '09:30-17:30'],
      ['Fri', '11:00-19:30'],
      ['Sat', '09:00-14:00'],
    ],
    bio:
      'I cut curls dry, one at a time, the way they actually live on your head. Trained in Cork, ' +
      'converted in Fitzroy. If you have been told to ' +
      'straighten it first, come and see me: we will start from what grows.',
  },
  {
    key: 'leilani',
    name: 'Leilani Smith-Okafor',
    type: 'hairdresser',
    location: 'Sunshine, Melbourne',
    zone: melbourne,
    years: 8,
    specializations: [8, 9],
    hours: [
      ['Wed Thu Fri', '10:00-14:00', '15:00-19:00'],
      ['Sat Sun', '09:00-15:00'],
    ],
    bio:
      'Silk presses that swing and wigs that nobody asks about. I test every iron on myself first, ' +
      'and I write down your heat setting so that the ' +
      'next appointment starts where the last one ended.',
  },
  {
    key: 'minhanh',
    name: 'Trần Minh Anh',
    type: 'barber',
    location: 'Richmond, Melbourne',
    zone: melbourne,
    years: 4,
    specializations: [1],
    settings: { interval: 15 },
    hours: [
      ['Mon Tue Thu', '08:00-16:00'],
      ['Fri Sat', '10:00-18:00'],
    ],
    bio:
      'Scissor work, tapers and the textured crop on Bridge Road. I am happiest with a difficult crown and twenty quiet minutes. ' +
      'Tell me if you would rather not chat; most people are relieved to be asked.',
  },
  {
    key: 'hodan',
    name: 'Hodan Warsame',
    type: 'hairdresser',
    location: 'Carlton, Melbourne',
    zone: melbourne,
    years: 11,
    specializations: [7, 6],
    settings: { interval: 60, notice: 240 },
    hours: [
      ['Mon Tue Wed Thu', '09:00-12:00', '13:30-17:30'],
      ['Sun', '10:00-15:00'],
    ],
    bio:
      'A closed room, one client at a time, women only: scarves can come off here. Scalp first, ' +
      'length second. I was a nurse before I was a ' +
      'hairdresser, and I still ask about sleep, iron and stress before I reach for an oil.',
  },
  {
    key: 'tendai',
    name: 'Tendai Moyo',
    type: 'barber',
    location: 'Redfern, Sydney',
    zone: sydney,
    years: 10,
    specializations: [1, 5],
    settings: { interval: 15 },
    hours: [
      ['Mon Tue Wed', '09:00-17:00'],
      ['Thu', '12:00-21:00'],
      ['Sat', '08:00-14:00'],
    ],
    bio:
      'A barber who looks after locs, because somebody has to do the fade underneath them properly. ' +
      'Ten years in Redfern, eight of them on the ' +
      'same corner. Fathers and sons get back-to-back chairs.',
  },
  {
    key: 'priya',
    name: 'Priya Raghunathan',
    type: 'hairdresser',
    location: 'Parramatta, Sydney',
    zone: sydney,
    years: 13,
    specializations: [4, 7],
    settings: { buffer: 15 },
    hours: [
      ['Tue Wed Thu Fri', '10:00-13:30', '14:30-19:00'],
      ['Sat', '09:00-16:00'],
    ],
    bio:
      'Waves, curls and the scalps underneath them. I grew up with Sunday oiling on the back step ' +
      'and later did the trichology certificate to find ' +
      'out why it worked. Expect a proper look through the magnifier before anything gets cut.',
  },
  {
    key: 'marisol',
    name: 'Marisol Fuentes Díaz',
    type: 'hairdresser',
    location: 'Marrickville, Sydney',
    zone: sydney,
    years: 17,
    specializations: [3, 4],
    settings: { notice: 1440, interval: 15 },
    hours: [
      ['Wed Thu Fri', '09:00-18:00'],
      ['Sat', '08:30-13:00', '13:30-17:00'],
    ],
    bio:
      'Colour for hair with a mind of its own. I lighten slowly, over two visits when that is what ' +
      'it takes, and I would rather lose a booking than ' +
      'your curl pattern. A patch test is part of every first colour, no exceptions.',
  },
  {
    key: 'nala',
    name: 'Nala Thompson',
    type: 'hairdresser',
    location: 'Newtown, Sydney',
    zone: sydney,
    years: 7,
    specializations: [5, 2],
    hours: [
      ['Mon Tue', '11:00-19:30'],
      ['Fri Sat', '09:00-13:00', '14:00-18:00'],
      ['Sun', '10:00-16:00'],
    ],
    bio:
      'Locs, loose or tight, traditional or interlocked: I keep whichever you have and do not argue ' +
      'you into mine. Repairs are my favourite part ' +
      'of the job. I keep crochet hooks the way other people keep pens.',
  },
  {
    key: 'kwabena',
    name: 'Kwabena Owusu-Ansah',
    type: 'barber',
    location: 'Blacktown, Sydney',
    zone: sydney,
    years: 14,
    specializations: [1, 2],
    settings: { interval: 30, buffer: 15 },
    hours: [
      ['Tue Thu', '13:00-21:00'],
      ['Wed Fri', '09:00-17:00'],
      ['Sat', '08:00-12:00', '13:00-17:00'],
    ],
    bio:
      'Clippers in one hand, rat-tail comb in the other. I fade the sides and braid the top in the ' +
      'same sitting, and I cut hair for half the ' +
      'under-sixteens league, so nervous heads are welcome.',
  },
  {
    key: 'sefina',
    name: 'Sefina Leavasa',
    type: 'hairdresser',
    location: 'West End, Brisbane',
    zone: brisbane,
    years: 10,
    specializations: [6, 4],
    hours: [
      ['Tue Wed Thu Fri', '08:30-12:30', '13:15-16:30'],
      ['Sat', '08:00-13:00'],
    ],
    bio:
      'Big, thick, waist-length hair is not a problem to be thinned out. I work with the weight and ' +
      'the humidity, not against them, and I leave ' +
      'the door open so that you can hear the street while you soak.',
  },
  {
    key: 'ayesha',
    name: 'Ayesha Rahman',
    type: 'hairdresser',
    location: 'Sunnybank, Brisbane',
    zone: brisbane,
    years: 6,
    specializations: [8, 7],
    settings: { interval: 60 },
    hours: [
      ['Mon Tue Wed', '10:00-18:00'],
      ['Sat Sun', '10:00-16:00'],
    ],
    bio:
      'Presses, blow-outs and the treatments that let you have another one next month. Private booth ' +
      'with a door; hijab-friendly, and I book the ' +
      'last hour of the day for anyone who wants the whole place to themselves.',
  },
  {
    key: 'jarrah',
    name: 'Jarrah Williams',
    type: 'barber',
    location: 'Fortitude Valley, Brisbane',
    zone: brisbane,
    years: 5,
    specializations: [1, 4],
    settings: { interval: 15 },
    hours: [
      ['Wed Thu Fri', '11:00-20:00'],
      ['Sat', '09:00-17:00'],
    ],
    bio:
      'Started cutting cousins on my nan’s verandah, now on Brunswick Street. Curly mullets, burst ' +
      'fades, and beards that survive a Brisbane ' +
      'summer. Elders pay what they like on Wednesdays, and get the chair by the window.',
  },
  {
    key: 'chiamaka',
    name: 'Chiamaka Eze',
    type: 'hairdresser',
    location: 'Moorooka, Brisbane',
    zone: brisbane,
    years: 16,
    specializations: [2, 9],
    settings: { notice: 480, buffer: 30 },
    hours: [
      ['Mon Thu Fri', '08:00-18:00'],
      ['Sat', '07:00-17:00'],
    ],
    bio:
      'Long days, small braids, jollof at lunch. I take two heads a day at most and finish what I start, even when your sister rings. ' +
      'Hair is included where I say so, and I never charge extra for length that I promised.',
  },
  {
    key: 'thandiwe',
    name: 'Thandiwe Dlamini',
    type: 'hairdresser',
    location: 'Fremantle, Perth',
    zone: perth,
    years: 12,
    specializations: [5, 6],
    settings: { buffer: 15 },
    hours: [
      ['Tue Wed Thu', '09:00-13:00', '14:00-17:00'],
      ['Fri', '09:00-15:00'],
      ['Sat', '08:00-13:00'],
    ],
    bio:
      'Natural hair, locked or loose, washed in rainwater when the tank allows it. I came from ' +
      'Durban with one suitcase and my own crochet hooks. ' +
      'Salt, sun and swimming are what Fremantle does to hair; I do the rest.',
  },
  {
    key: 'marcus',
    name: 'Marcus St. John',
    type: 'barber',
    location: 'Northbridge, Perth',
    zone: perth,
    years: 20,
    specializations: [1],
    settings: { interval: 15 },
    hours: [
      ['Mon Tue Wed', '08:00-12:00', '13:00-17:00'],
      ['Thu Fri', '10:00-19:00'],
    ],
    bio:
      'Twenty years behind a chair, eleven of them in Northbridge. Hot towel, straight razor, no ' +
      'loudspeaker. I do a short list of things and I ' +
      'do them the same way every time.',
  },
  {
    key: 'fatou',
    name: "Fatou N'Diaye",
    type: 'hairdresser',
    location: 'Victoria Park, Perth',
    zone: perth,
    years: 9,
    specializations: [2, 9],
    hours: [
      ['Wed Thu Fri', '09:00-17:30'],
      ['Sat', '08:00-18:00'],
      ['Sun', '10:00-14:00'],
    ],
    bio:
      'Fulani braids, Senegalese twists and closures sewn flat. My aunt in Thiès taught me to start ' +
      'behind the ear where nobody looks, because ' +
      'that is where the work shows.',
  },
  {
    key: 'grace',
    name: 'Grace Odhiambo',
    type: 'hairdresser',
    location: 'Mirrabooka, Perth',
    zone: perth,
    years: 5,
    specializations: [8, 3],
    settings: { notice: 60 },
    hours: [
      ['Mon Tue', '10:00-14:00', '15:00-19:00'],
      ['Thu Fri Sat', '09:00-16:30'],
    ],
    bio:
      'Smooth without the smell of burning. I press once, properly, on clean dry hair, and I mix my ' +
      'reds by eye and write the recipe on a card ' +
      'for you to keep.',
  },
  {
    key: 'isadora',
    name: 'Isadora Conceição',
    type: 'hairdresser',
    location: 'Norwood, Adelaide',
    zone: adelaide,
    years: 18,
    specializations: [4, 3],
    settings: { buffer: 15 },
    hours: [
      ['Tue Wed Fri', '09:00-17:00'],
      ['Thu', '12:30-20:30'],
      ['Sat', '08:30-14:30'],
    ],
    bio:
      'From Salvador to the Parade. I have spent eighteen years undoing bad layers, and I will ' +
      'gladly undo yours. Bring no product in your hair, ' +
      'and an hour more patience than you think you need.',
  },
  {
    key: 'yohannes',
    name: 'Yohannes Tesfaye',
    type: 'barber',
    location: 'Prospect, Adelaide',
    zone: adelaide,
    years: 7,
    specializations: [1, 7],
    hours: [
      ['Mon Wed Thu', '09:00-13:00', '14:00-18:00'],
      ['Fri', '14:00-21:00'],
      ['Sat', '09:00-15:00'],
    ],
    bio:
      'Clean necklines, honest advice about a thinning crown, and a shave that does not leave bumps. ' +
      'I look after razor-sensitive skin because I ' +
      'have it myself.',
  },
  {
    key: 'zainab',
    name: 'Zainab Al-Hassan',
    type: 'hairdresser',
    location: 'Salisbury, Adelaide',
    zone: adelaide,
    years: 14,
    specializations: [9, 8],
    settings: { interval: 60, notice: 2880 },
    hours: [
      ['Mon Tue Thu', '09:30-15:00'],
      ['Sat', '10:00-17:00'],
    ],
    bio:
      'Wigs made to your head, not to a catalogue. Many of my clients come during treatment or after ' +
      'it: there is a quiet room, a kettle, and no ' +
      'mirror until you ask for one.',
  },
  {
    key: 'imogen',
    name: 'Imogen Baptiste',
    type: 'hairdresser',
    location: 'North Hobart, Hobart',
    zone: hobart,
    years: 3,
    specializations: [6, 7],
    hours: [
      ['Tue Wed Thu', '10:00-17:30'],
      ['Sat', '09:30-15:30'],
    ],
    bio:
      'The one textured-hair room south of Launceston, as far as I know. Cold wind and wood fires ' +
      'are hard on curls, so I work with steam and ' +
      'heavy butters, and I teach every wash as I do it.',
  },
  {
    key: 'tomasi',
    name: 'Tomasi Fonua',
    type: 'barber',
    location: 'Moonah, Hobart',
    zone: hobart,
    years: 1,
    specializations: [1, 4],
    settings: { interval: 15 },
    hours: [
      ['Mon Wed Fri', '09:00-13:00', '13:45-17:30'],
      ['Thu', '11:00-19:00'],
      ['Sat', '08:30-13:30'],
    ],
    bio:
      'First year in my own shop, five before that sweeping other people’s. Thick Islander hair and tight curls are what I know best. ' +
      'If you are not happy, I fix it the same week for nothing.',
  },
  {
    key: 'kirra',
    name: 'Kirra Bennett',
    type: 'hairdresser',
    location: 'Parap, Darwin',
    zone: darwin,
    years: 8,
    specializations: [4, 6],
    settings: { notice: 180 },
    hours: [
      ['Tue Wed Thu Fri', '07:30-12:00', '15:00-18:00'],
      ['Sat', '07:30-12:30'],
    ],
    bio:
      'Early starts and a long lunch, because of the heat. I cut curls so that they dry by ' +
      'themselves in the build-up and still have a shape at ' +
      'the market on Saturday.',
  },
  {
    key: 'lucia',
    name: 'Lucía Quispe-Warner',
    type: 'hairdresser',
    location: 'Nightcliff, Darwin',
    zone: darwin,
    years: 11,
    specializations: [9, 2],
    hours: [
      ['Mon Tue Wed', '08:00-12:00', '16:00-20:00'],
      ['Fri', '08:00-14:00'],
    ],
    bio:
      'Breathable units and light braids for the wet season. I sew, knot and ventilate by hand, with ' +
      'the radio on low. The sea breeze comes ' +
      'through the louvres after four, which is when I do my best work.',
  },
  {
    key: 'adaeze',
    name: 'Adaeze Nwosu',
    type: 'hairdresser',
    location: 'Casuarina, Darwin',
    zone: darwin,
    years: 6,
    specializations: [2, 6],
    away: true,
    hours: [['Mon Tue Wed Thu', '09:00-16:00']],
    bio: 'Braids and natural styles. On leave with a very new baby: back when she lets me hold a comb again.',
  },
];
