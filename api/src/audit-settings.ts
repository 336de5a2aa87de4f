import { resolve } from 'node:path'
import * as z from 'zod'
import { wholeNumber } from './parse-environment.ts'

/** The ports that RFC 5426, RFC 6587 and RFC 5425 name. */
const syslogPorts = { udp: 514, tcp: 514, tls: 6514 } as const
type SyslogTransport = keyof typeof syslogPorts

/** A syslog receiver. */
export interface SyslogAddress {
  transport: SyslogTransport
  host: string
  port: number
}

export interface AuditSettings {
  /** Retention of the audit trail in days; 0 keeps it forever. */
  auditRetentionDays: number
  /** Where the trail is sent. */
  auditSyslog: SyslogAddress | undefined
  /** The file to which the trail is appended. */
  auditFile: string | undefined
}

const addressOf = (value: string): SyslogAddress | undefined => {
  const match = /^(udp|tcp|tls):\/\/(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?\/?$/i.exec(value)
  if (!match) return undefined
  const transport = match[1]!.toLowerCase() as SyslogTransport
  const port = match[3] === undefined ? syslogPorts[transport] : Number(match[3])
  return port > 0 && port <= 65_535 ? { transport, host: match[2]!.replace(/^\[|\]$/g, ''), port } : undefined
}

export const auditVariables = {
  OPENAUTH_AUDIT_RETENTION_DAYS: wholeNumber(0, 36_500).default(365),
  OPENAUTH_AUDIT_SYSLOG: z
    .string()
    .refine(
      (value) => addressOf(value) !== undefined,
      'must look like tls://logs.example.com:6514, with udp, tcp or tls',
    )
    .transform(addressOf)
    .optional(),
  OPENAUTH_AUDIT_FILE: z.string().optional(),
}

type Values = { [Name in keyof typeof auditVariables]: z.output<(typeof auditVariables)[Name]> }

/** The settings of the audit trail, with absolute paths. */
export const auditSettingsOf = (env: Values): AuditSettings => ({
  auditRetentionDays: env.OPENAUTH_AUDIT_RETENTION_DAYS,
  auditSyslog: env.OPENAUTH_AUDIT_SYSLOG,
  auditFile: env.OPENAUTH_AUDIT_FILE === undefined ? undefined : resolve(env.OPENAUTH_AUDIT_FILE),
})
