import * as z from 'zod'

// Before the first schema: zod otherwise asks whether it may compile them, which the policy refuses and reports.
z.config({ jitless: true })
