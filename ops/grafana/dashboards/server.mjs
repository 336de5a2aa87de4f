import { own, quantile, rate } from './queries.mjs'

/** @import { Dashboard } from './queries.mjs' */

/** @type {Dashboard} */
export const server = {
  uid: 'openauth-server',
  title: 'OpenAuth: servers and what they stand on',
  rows: [
    {
      title: 'Process',
      panels: [
        {
          title: 'Versions',
          type: 'table',
          unit: 'none',
          queries: [[`count by (version, node) (${own('openauth_build_info')})`, '']],
        },
        {
          title: 'Processor',
          help: 'Cores in use.',
          unit: 'none',
          queries: [[rate('process_cpu_seconds_total'), '{{instance}}']],
        },
        {
          title: 'Memory',
          unit: 'bytes',
          queries: [
            [own('process_resident_memory_bytes'), '{{instance}} resident'],
            [own('nodejs_heap_size_used_bytes'), '{{instance}} heap'],
          ],
        },
        {
          title: 'Delay of the event loop',
          unit: 's',
          queries: [
            [own('nodejs_eventloop_lag_p50_seconds'), '{{instance}} half'],
            [own('nodejs_eventloop_lag_p99_seconds'), '{{instance}} 99 %'],
          ],
        },
        {
          title: 'Garbage collection',
          help: 'Share of the time.',
          unit: 'percentunit',
          queries: [[`sum by (instance, kind) (${rate('nodejs_gc_duration_seconds_sum')})`, '{{instance}} {{kind}}']],
        },
        {
          title: 'Warnings and errors in the log',
          unit: 'ops',
          queries: [[`sum by (level) (${rate('openauth_log_lines_total', 'level=~"warn|error|fatal"')})`, '{{level}}']],
        },
      ],
    },
    {
      title: 'Database',
      panels: [
        {
          title: 'Connections',
          unit: 'none',
          queries: [
            [`sum by (state) (${own('openauth_database_connections')})`, '{{state}}'],
            [`sum(${own('openauth_database_connections_max')})`, 'at most'],
          ],
        },
        {
          title: 'Requests that wait for a connection',
          unit: 'none',
          queries: [[own('openauth_database_waiting'), '{{instance}}']],
        },
        {
          title: 'Slowest statements',
          help: '95 % are faster.',
          type: 'table',
          unit: 's',
          queries: [
            [`topk(15, ${quantile(0.95, 'openauth_database_statement_duration_seconds', 'statement')} > 0)`, ''],
          ],
        },
        {
          title: 'Statements',
          unit: 'ops',
          queries: [
            [
              `topk(12, sum by (statement) (${rate('openauth_database_statement_duration_seconds_count')}))`,
              '{{statement}}',
            ],
          ],
        },
      ],
    },
    {
      title: 'Redis and jobs',
      panels: [
        {
          title: 'Redis',
          unit: 'ops',
          queries: [
            [`sum by (outcome) (${rate('openauth_redis_command_duration_seconds_count')})`, 'commands {{outcome}}'],
            [`min(${own('openauth_redis_up')})`, 'answers'],
          ],
        },
        {
          title: 'Time of commands to Redis',
          help: '95 % are faster.',
          unit: 's',
          queries: [[quantile(0.95, 'openauth_redis_command_duration_seconds', 'command'), '{{command}}']],
        },
        {
          title: 'Jobs that wait or have failed',
          unit: 'none',
          queries: [
            [`max by (kind, state) (${own('openauth_jobs', 'state=~"waiting|delayed|failed"')})`, '{{kind}} {{state}}'],
          ],
        },
        {
          title: 'Oldest job that waits',
          unit: 's',
          queries: [[`max by (kind) (${own('openauth_job_oldest_age_seconds')})`, '{{kind}}']],
        },
        {
          title: 'Attempts of jobs',
          unit: 'ops',
          queries: [[`sum by (kind, outcome) (${rate('openauth_jobs_total')})`, '{{kind}} {{outcome}}']],
        },
        {
          title: 'Parts that could not be measured',
          type: 'table',
          unit: 'none',
          queries: [
            [`${own('openauth_metrics_part_up')} == 0`, ''],
            [`${own('openauth_job_queues_open')} == 0`, ''],
          ],
        },
        {
          title: 'Time until a mail is accepted',
          help: '95 % are faster.',
          unit: 's',
          width: 24,
          queries: [[quantile(0.95, 'openauth_mail_duration_seconds'), '95 %']],
        },
      ],
    },
  ],
}
