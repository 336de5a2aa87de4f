import { plainMessage } from '@openauth/client'
// The settings alone, so that the first load has no schema.
import { config } from 'zod/v4/core'

config({
  // Zod tries `new Function` when the first schema is created, which the content security policy blocks and logs.
  jitless: true,
  // Fields say what the API, the CLI and the desktop console's main process say of the same input.
  customError: plainMessage,
})
