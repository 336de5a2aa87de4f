// The dashboards as data: rows of panels, each with its queries. `write.mjs` makes Grafana's files of them.

/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} [help] what a reader should know of it
 * @property {string} unit Grafana's name: https://grafana.com/docs/grafana/latest/panels-visualizations/configure-standard-options/
 * @property {[expr: string, legend: string][]} queries
 * @property {'timeseries' | 'stat' | 'table'} [type]
 * @property {number} [width] of 24
 */

/**
 * @typedef {object} Dashboard
 * @property {string} uid
 * @property {string} title
 * @property {{ title: string, panels: Panel[] }[]} rows
 */

const of = '{job=~"$job",instance=~"$instance"}'

/** A metric of the chosen servers, with more of its labels. @param {string} name @param {string} [labels] */
const own = (name, labels) => `${name}${labels ? of.replace('}', `,${labels}}`) : of}`

/** Per second, over the time that fits the picture. @param {string} name @param {string} [labels] */
const rate = (name, labels) => `rate(${own(name, labels)}[$__rate_interval])`

/** @param {number} part @param {string} histogram @param {string} [by] @param {string} [labels] */
const quantile = (part, histogram, by = '', labels) =>
  `histogram_quantile(${part}, sum by (le${by && `, ${by}`}) (${rate(`${histogram}_bucket`, labels)}))`

/** @type {Dashboard} */
const traffic = {
  uid: 'openauth-traffic',
  title: 'OpenAuth: traffic and logins',
  rows: [
    {
      title: 'Now',
      panels: [
        { title: 'Servers', type: 'stat', unit: 'none', width: 4, queries: [[`sum(up{job=~"$job"})`, 'up']] },
        { title: 'Requests', type: 'stat', unit: 'reqps', width: 5, queries: [[`sum(${rate('openauth_http_requests_total')})`, 'a second']] },
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
        { title: '95 % are faster than', type: 'stat', unit: 's', width: 5, queries: [[quantile(0.95, 'openauth_http_request_duration_seconds'), 'p95']] },
        { title: 'Under way', type: 'stat', unit: 'none', width: 5, queries: [[`sum(${own('openauth_http_requests_in_flight')})`, 'requests']] },
      ],
    },
    {
      title: 'Requests',
      panels: [
        { title: 'Requests by class of status', unit: 'reqps', queries: [[`sum by (status) (${rate('openauth_http_requests_total')})`, '{{status}}']] },
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
          queries: [[`topk(15, ${quantile(0.95, 'openauth_http_request_duration_seconds', 'method, route')})`, '']],
        },
        { title: 'Failing routes', type: 'table', unit: 'reqps', queries: [[`topk(15, sum by (method, route) (${rate('openauth_http_requests_total', 'status="5xx"')}) > 0)`, '']] },
      ],
    },
    {
      title: 'Logins',
      panels: [
        { title: 'Logins by method', unit: 'ops', queries: [[`sum by (method) (${rate('openauth_logins_total', 'outcome="ok"')})`, '{{method}}']] },
        {
          title: 'Logins that failed, by outcome',
          help: 'refused: what a person showed. limited: too many attempts. unavailable: the method or the server.',
          unit: 'ops',
          queries: [[`sum by (outcome) (${rate('openauth_logins_total', 'outcome!="ok"')})`, '{{outcome}}']],
        },
        { title: 'Mails', unit: 'ops', queries: [[`sum by (outcome) (${rate('openauth_mails_total')})`, '{{outcome}}']] },
        {
          title: 'Calls to login providers',
          unit: 'ops',
          queries: [
            [`sum by (outcome) (${rate('openauth_outbound_calls_total')})`, '{{outcome}}'],
            [`sum(${rate('openauth_outbound_circuits_opened_total')})`, 'circuits opened'],
          ],
        },
        { title: 'Audit lines', unit: 'ops', width: 24, queries: [[`topk(12, sum by (action) (${rate('openauth_audit_lines_total')}))`, '{{action}}']] },
      ],
    },
  ],
}

/** @type {Dashboard} */
const wallets = {
  uid: 'openauth-wallets',
  title: 'OpenAuth: wallets, chains and the game',
  rows: [
    {
      title: 'Sends',
      panels: [
        { title: 'Sends by network and state', unit: 'ops', queries: [[`sum by (network, state) (${rate('openauth_sends_total')})`, '{{network}} {{state}}']] },
        { title: 'Refusals by the rules of wallets', unit: 'ops', queries: [[`sum by (rule) (${rate('openauth_policy_refusals_total')})`, '{{rule}}']] },
        { title: 'Calls to the signer', unit: 'ops', queries: [[`sum by (outcome) (${rate('openauth_signer_calls_total')})`, '{{outcome}}']] },
        { title: 'Time of calls to the signer', help: '95 % are faster.', unit: 's', queries: [[quantile(0.95, 'openauth_signer_call_duration_seconds', 'call'), '{{call}}']] },
      ],
    },
    {
      title: 'Nodes',
      panels: [
        { title: 'Nodes that answer', unit: 'none', queries: [[`min by (network, host) (${own('openauth_node_up')})`, '{{network}} {{host}}']] },
        { title: 'Time of calls', help: '95 % are faster.', unit: 's', queries: [[quantile(0.95, 'openauth_node_request_duration_seconds', 'network, host'), '{{network}} {{host}}']] },
        { title: 'Age of the height', help: 'For how long a node told the same slot or block.', unit: 's', queries: [[`max by (network, host) (${own('openauth_node_height_age_seconds')})`, '{{network}} {{host}}']] },
        { title: 'Time since the last answer', unit: 's', queries: [[`min by (network, host) (${own('openauth_node_last_answer_age_seconds')})`, '{{network}} {{host}}']] },
        { title: 'Height', type: 'table', unit: 'none', width: 24, queries: [[`max by (network, host) (${own('openauth_node_height')})`, '']] },
      ],
    },
    {
      title: 'Game and payouts',
      panels: [
        {
          title: 'Taps',
          unit: 'ops',
          queries: [
            [`sum by (result) (${rate('openauth_game_taps_total')})`, '{{result}}'],
            [`sum(${rate('openauth_game_tap_batches_total')})`, 'batches'],
          ],
        },
        {
          title: 'Claims of players',
          unit: 'ops',
          queries: [
            [`sum(${rate('openauth_game_claims_total')})`, 'claims'],
            [`sum(${rate('openauth_game_claimed_rings_total')})`, 'rings'],
          ],
        },
        { title: 'Claims that are not paid', unit: 'none', queries: [[`max by (status) (${own('openauth_game_claims')})`, '{{status}}']] },
        { title: 'Oldest claim that is due', unit: 's', queries: [[`max(${own('openauth_game_claims_overdue_seconds')})`, 'waits']] },
        {
          title: 'Treasuries: tokens and what is owed',
          unit: 'none',
          queries: [
            [`max by (app) (${own('openauth_treasury_token_units')})`, '{{app}} has'],
            [`max by (app) (${own('openauth_treasury_owed_units')})`, '{{app}} owes'],
          ],
        },
        { title: 'Treasuries: SOL for fees', unit: 'none', queries: [[`max by (app) (${own('openauth_treasury_lamports')}) / 1e9`, '{{app}}']] },
        { title: 'Treasuries that pay nothing', type: 'table', unit: 'none', width: 24, queries: [[`max by (app, reason) (${own('openauth_treasury_blocked')})`, '']] },
      ],
    },
  ],
}

/** @type {Dashboard} */
const server = {
  uid: 'openauth-server',
  title: 'OpenAuth: servers and what they stand on',
  rows: [
    {
      title: 'Process',
      panels: [
        { title: 'Versions', type: 'table', unit: 'none', queries: [[`count by (version, node) (${own('openauth_build_info')})`, '']] },
        { title: 'Processor', help: 'Cores in use.', unit: 'none', queries: [[rate('process_cpu_seconds_total'), '{{instance}}']] },
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
        { title: 'Garbage collection', help: 'Share of the time.', unit: 'percentunit', queries: [[`sum by (instance, kind) (${rate('nodejs_gc_duration_seconds_sum')})`, '{{instance}} {{kind}}']] },
        { title: 'Warnings and errors in the log', unit: 'ops', queries: [[`sum by (level) (${rate('openauth_log_lines_total', 'level=~"warn|error|fatal"')})`, '{{level}}']] },
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
        { title: 'Requests that wait for a connection', unit: 'none', queries: [[own('openauth_database_waiting'), '{{instance}}']] },
        { title: 'Slowest statements', help: '95 % are faster.', type: 'table', unit: 's', queries: [[`topk(15, ${quantile(0.95, 'openauth_database_statement_duration_seconds', 'statement')})`, '']] },
        { title: 'Statements', unit: 'ops', queries: [[`topk(12, sum by (statement) (${rate('openauth_database_statement_duration_seconds_count')}))`, '{{statement}}']] },
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
        { title: 'Time of commands to Redis', help: '95 % are faster.', unit: 's', queries: [[quantile(0.95, 'openauth_redis_command_duration_seconds', 'command'), '{{command}}']] },
        { title: 'Jobs that wait or have failed', unit: 'none', queries: [[`max by (kind, state) (${own('openauth_jobs', 'state=~"waiting|delayed|failed"')})`, '{{kind}} {{state}}']] },
        { title: 'Oldest job that waits', unit: 's', queries: [[`max by (kind) (${own('openauth_job_oldest_age_seconds')})`, '{{kind}}']] },
        { title: 'Attempts of jobs', unit: 'ops', queries: [[`sum by (kind, outcome) (${rate('openauth_jobs_total')})`, '{{kind}} {{outcome}}']] },
        {
          title: 'Parts that could not be measured',
          type: 'table',
          unit: 'none',
          queries: [
            [`${own('openauth_metrics_part_up')} == 0`, ''],
            [`${own('openauth_job_queues_open')} == 0`, ''],
          ],
        },
        { title: 'Time until a mail is accepted', help: '95 % are faster.', unit: 's', width: 24, queries: [[quantile(0.95, 'openauth_mail_duration_seconds'), '95 %']] },
      ],
    },
  ],
}

export const dashboards = [traffic, wallets, server]
