/** City at the end of a professional's location. */
type City = 'Melbourne' | 'Sydney' | 'Brisbane' | 'Perth' | 'Adelaide' | 'Hobart' | 'Darwin';

export type DemoClient = {
  /** Identifies the person in this seed, and is the part before `@demo.example`. */
  key: string;
  first: string;
  last: string;
  phone: string;
  city: City;
  notes?: string;
};

/** Invented people. Their numbers are among those that the regulator reserves for fiction. */
export const clients: DemoClient[] = [
  {
    key: 'zuri',
    first: 'Zuri',
    last: 'Smith',
    phone: '0491570006',
    city: 'Melbourne',
    notes: 'Tender headed at the temples. Coconut makes me itch, shea is fine.',
  },
  {
    key: 'kofi',
    first: 'Kofi',
    last: 'Mensah-Clarke',
    phone: '0491570156',
    city: 'Melbourne',
    notes: 'I come straight from training, sorry.',
  },
  { key: 'niamh', first: 'Niamh', last: "O'Sullivan", phone: '0491570157', city: 'Melbourne' },
  { key: 'baraka', first: 'Baraka', last: 'Otieno', phone: '0491571804', city: 'Melbourne' },
  { key: 'hana', first: 'Hana', last: "O'Keeffe", phone: '0491572549', city: 'Melbourne', notes: 'Allergic to henna.' },
  { key: 'thuylinh', first: 'Thùy Linh', last: 'Nguyễn', phone: '0491572665', city: 'Melbourne' },
  {
    key: 'mele',
    first: 'Mele',
    last: 'Taufa',
    phone: '0491570158',
    city: 'Sydney',
    notes: 'Hair to the hip. It takes an hour to dry.',
  },
  { key: 'dhruv', first: 'Dhruv', last: 'Patel', phone: '0491570159', city: 'Sydney' },
  { key: 'aroha', first: 'Aroha', last: 'Ngata', phone: '0491570110', city: 'Brisbane', notes: 'Please no fragrance.' },
  { key: 'nomvula', first: 'Nomvula', last: 'Khumalo', phone: '0491570313', city: 'Perth' },
  {
    key: 'elif',
    first: 'Elif',
    last: 'Yılmaz-Brown',
    phone: '0491570737',
    city: 'Adelaide',
    notes: 'Deaf in the left ear: talk to the right one.',
  },
  { key: 'noor', first: 'Noor', last: 'Abdi', phone: '0491571266', city: 'Hobart' },
  {
    key: 'rosa',
    first: 'Rosa',
    last: "D'Souza",
    phone: '0491571491',
    city: 'Darwin',
    notes: 'I bring my daughter. She brings a book.',
  },
];
