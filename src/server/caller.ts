import type { Role } from '#shared/constants.ts';

/** The caller, read from the session for each request. */
export type Caller = {
  id: string;
  role: Role;
  email: string;
  username: string;
  professional_id: string | null;
  client_id: string | null;
  session_id: string;
};

/** The part of a caller that decides which objects they may see and change. */
export type Viewer = Pick<Caller, 'role' | 'professional_id' | 'client_id'>;
