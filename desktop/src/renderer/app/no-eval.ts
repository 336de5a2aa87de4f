import { config } from 'zod'

// Zod tries `new Function` when the first schema is made, which the window's policy refuses and the console reports.
// This must therefore be imported before the contract.
config({ jitless: true })
