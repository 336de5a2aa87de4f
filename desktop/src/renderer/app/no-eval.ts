import { config } from 'zod'

// Zod tries `new Function` when the first schema is created, which the content security policy blocks and logs.
// This module must therefore be imported before the contract.
config({ jitless: true })
