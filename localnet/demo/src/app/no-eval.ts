import { config } from 'zod'

// Zod tries `new Function` when the first schema is made, which this page's policy refuses and the console would tell.
// This must therefore be imported before the contract.
config({ jitless: true })
