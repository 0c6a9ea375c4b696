import { z } from 'zod';
import { id } from '#shared/wire.ts';

export const authEvents = {
  /** Without an account for the typed address, `user_id` is of nobody. */
  'password.reset_requested': z.object({ user_id: id }),
};
