import { z } from 'zod';
import { signupKinds } from '#shared/rules/signup-kinds.ts';
import { id } from '#shared/wire.ts';

const ofUser = z.object({ user_id: id });
const ofChange = z.object({ change_id: id });

export const authEvents = {
  /** Without an account for the typed address, `user_id` is of nobody; `network` is one that it logged in from lately. */
  'password.reset_requested': ofUser.extend({ network: z.string().optional() }),
  /** `is_first`: there was none before. */
  'password.changed': ofUser.extend({ is_first: z.boolean().optional() }),
  /** An admin sends a user the link to their password again. */
  'user.invited': ofUser,
  'email.change_requested': ofChange,
  'email.changed': ofChange,
  'account.deleted': z.object({ farewell_id: id }),
  /** Of one call for a one-time code, with the limits of the process that took it. */
  'code.asked': z.object({ request_id: id, codes_per_hour: z.int(), clients: z.enum(signupKinds) }),
  /** Never of an account's first login; `device_key` is the row's of `login_devices`. */
  'session.started_on_new_device': z.object({ user_id: id, device_key: z.string() }),
};
