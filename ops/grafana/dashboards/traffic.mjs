import { own, quantile, rate } from './queries.mjs'

/** @import { Dashboard } from './queries.mjs' */

/** @type {Dashboard} */
export const traffic = {
  uid: 'openauth-traffic',
  title: 'OpenAuth: traffic and logins',
  rows: [
    {
      title: 'Now',
      panels: [
        { title: 'Servers', type: 'stat', unit: 'none', width: 4, queries: [[`sum(up{job=~"$job"})`, 'up']] },
        {
          title: 'Requests',
          type: 'stat',
          unit: 'reqps',
          width: 5,
          queries: [[`sum(${rate('openauth_http_requests_total')})`, 'a second']],
        },
        {
          title: 'Failed requests',
          help: 'Answers of 500 and above, of all.',
          type: 'stat',
          unit: 'percentunit',
          width: 5,
          queries: [
            [
              `(sum(${rate('openauth_http_requests_total', 'status="5xx"')}) or vector(0)) / sum(${rate('openauth_http_requests_total')})`,
              'failed',
            ],
          ],
        },
        {
          title: '95 % are faster than',
          type: 'stat',
          unit: 's',
          width: 5,
          queries: [[quantile(0.95, 'openauth_http_request_duration_seconds'), 'p95']],
        },
        {
          title: 'Under way',
          type: 'stat',
          unit: 'none',
          width: 5,
          queries: [[`sum(${own('openauth_http_requests_in_flight')})`, 'requests']],
        },
      ],
    },
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests by class of status',
          unit: 'reqps',
          queries: [[`sum by (status) (${rate('openauth_http_requests_total')})`, '{{status}}']],
        },
        {
          title: 'Duration',
          unit: 's',
          queries: [
            [quantile(0.5, 'openauth_http_request_duration_seconds'), 'half'],
            [quantile(0.95, 'openauth_http_request_duration_seconds'), '95 %'],
            [quantile(0.99, 'openauth_http_request_duration_seconds'), '99 %'],
          ],
        },
        {
          title: 'Slowest routes',
          help: '95 % of the requests of a route are faster than this.',
          type: 'table',
          unit: 's',
          queries: [[`topk(15, ${quantile(0.95, 'openauth_http_request_duration_seconds', 'method, route')} > 0)`, '']],
        },
        {
          title: 'Failing routes',
          type: 'table',
          unit: 'reqps',
          queries: [
            [`topk(15, sum by (method, route) (${rate('openauth_http_requests_total', 'status="5xx"')}) > 0)`, ''],
          ],
        },
      ],
    },
    {
      title: 'Logins',
      panels: [
        {
          title: 'Logins by method',
          unit: 'ops',
          queries: [[`sum by (method) (${rate('openauth_logins_total', 'outcome="ok"')})`, '{{method}}']],
        },
        {
          title: 'Logins that failed, by outcome',
          help: 'refused: what a person showed. limited: too many attempts. unavailable: the method or the server.',
          unit: 'ops',
          queries: [[`sum by (outcome) (${rate('openauth_logins_total', 'outcome!="ok"')})`, '{{outcome}}']],
        },
        {
          title: 'Mails',
          unit: 'ops',
          queries: [[`sum by (outcome) (${rate('openauth_mails_total')})`, '{{outcome}}']],
        },
        {
          title: 'Calls to login providers',
          unit: 'ops',
          queries: [
            [`sum by (outcome) (${rate('openauth_outbound_calls_total')})`, '{{outcome}}'],
            [`sum(${rate('openauth_outbound_circuits_opened_total')})`, 'circuits opened'],
          ],
        },
        {
          title: 'Audit lines',
          unit: 'ops',
          width: 24,
          queries: [[`topk(12, sum by (action) (${rate('openauth_audit_lines_total')}))`, '{{action}}']],
        },
      ],
    },
  ],
}
