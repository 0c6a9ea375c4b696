/** Choices of the first two questions (specification 9), with the texts that people read. */
export const experienceChoices = {
  navigation: 'Navigation',
  'booking process': 'Booking process',
  'finding services': 'Finding services',
  'creating service': 'Creating service',
  'setting availability': 'Setting availability',
  other: 'Other',
} as const;

/** Choices of the third question (specification 9). */
export const switchReasonChoices = {
  'payment system': 'Payment system',
  'email notification': 'Email notification',
  easier_booking: 'Easier booking',
  'direct messaging': 'Direct messaging',
  other: 'Other',
} as const;

/** The three questions by their field (specification 2, 3). */
export const feedbackQuestions = {
  confusing: { text: 'What was confusing?', choices: experienceChoices },
  smooth: { text: 'What felt smooth?', choices: experienceChoices },
  switchReason: { text: 'What would make this worth using for you?', choices: switchReasonChoices },
} as const;
export type FeedbackQuestion = keyof typeof feedbackQuestions;
export const feedbackFields = Object.keys(feedbackQuestions) as FeedbackQuestion[];
