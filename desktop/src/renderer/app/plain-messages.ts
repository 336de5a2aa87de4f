import { plainMessage } from '@openauth/client'
import { z } from 'zod'

// Fields say what the API, the CLI and the desktop console's main process say of the same input.
z.config({ customError: plainMessage })
