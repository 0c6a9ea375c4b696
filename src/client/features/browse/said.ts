/** What people say, for each specialization. */
export const specializationSaid = [
  ['Braids', 'Braider'],
  ['Locs', 'Loctician'],
  ['Curls', 'Curl Specialist'],
  ['Fades', 'Barber'],
  ['Silk press', 'Silk Press Specialist'],
  ['Colour', 'Colorist for Textured Hair'],
  ['Natural hair', 'Natural Hair Stylist'],
  ['Wigs and weaves', 'Weave and Wig Specialist'],
  ['Scalp care', 'Scalp Care Specialist'],
] as const;
