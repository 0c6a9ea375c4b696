/** How clients get an account (contract 1, CLIENT_SIGNUP): by a code of their own, or by the waitlist. */
export const signupKinds = ['open', 'waitlist'] as const;
export type SignupKind = (typeof signupKinds)[number];
