import type { Role } from '#shared/constants.ts';

/** The caller, read from the session for each request. */
export type Caller = {
  id: string;
  role: Role;
  email: string;
  username: string;
  has_password: boolean;
  professional_id: string | null;
  client_id: string | null;
  session_id: string;
};

/** The part of a caller that decides which objects they may see and change. */
export type Viewer = Pick<Caller, 'role' | 'professional_id' | 'client_id'>;

/** A viewer as values of a statement with a fixed text: admins see all rows, professionals their own in any state. */
export type Visibility = { sees_all: boolean; own_id: string | null };

export function visibilityOf(viewer: Viewer | null): Visibility {
  return { sees_all: viewer?.role === 'admin', own_id: viewer?.professional_id ?? null };
}
