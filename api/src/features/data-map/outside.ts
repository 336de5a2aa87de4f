/** A place outside the tables that holds personal data. */
export interface OutsidePlace {
  place: string
  holds: string
  kept: string
  deletion: string
}

/** Where there is personal data beside the tables of the schema. */
export const outside: readonly OutsidePlace[] = [
  {
    place: 'Job queue (schema `bullmq`)',
    holds: 'addresses of notices that are being sent, ids of users',
    kept: 'until the job is done; a failed one for a day',
    deletion: 'nothing: a job whose user is deleted does nothing, and is gone after a day',
  },
  {
    place: 'Redis (`REDIS_URL`)',
    holds: 'counts of attempts under digests; boards of the tap game, by ids of users',
    kept: 'a day at most; boards of weeks until two weeks later',
    deletion: 'the player is taken off the boards; counts expire',
  },
  {
    place: 'Log (standard output)',
    holds:
      'ids, paths of requests, and the network address from which each came, without who made it; no name, e-mail address, token or body',
    kept: 'as the operator keeps it',
    deletion: 'nothing: an id then leads to nobody',
  },
  {
    place: 'Forwarded audit trail (`OPENAUTH_AUDIT_SYSLOG`, `OPENAUTH_AUDIT_FILE`)',
    holds: 'audit lines without what is in AuditPersonal',
    kept: 'as the receiver keeps it',
    deletion: 'nothing: an id then leads to nobody',
  },
  {
    place: 'Backups (`openauth backup`)',
    holds: 'all tables but those of the last minutes',
    kept: 'as the operator keeps them',
    deletion: 'a restore deletes the user again, by its tombstone',
  },
  {
    place: 'Mail (`OPENAUTH_SMTP_URL`)',
    holds: 'codes and notices, at the mail server and in the mailbox',
    kept: 'as those keep it',
    deletion: 'nothing',
  },
  {
    place: 'Chains',
    holds: 'addresses and transactions of wallets',
    kept: 'for good: a chain is public, and nobody can delete from it',
    deletion: 'nothing',
  },
]
