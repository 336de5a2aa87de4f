import type { Client } from '@openauth/client'

/** An admin account, as the list has it. */
export type Admin = Awaited<ReturnType<Client['admins']['list']>>[number]
