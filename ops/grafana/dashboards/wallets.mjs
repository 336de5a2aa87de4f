import { own, quantile, rate } from './queries.mjs'

/** @import { Dashboard } from './queries.mjs' */

/** @type {Dashboard} */
export const wallets = {
  uid: 'openauth-wallets',
  title: 'OpenAuth: wallets, chains and the game',
  rows: [
    {
      title: 'Sends',
      panels: [
        {
          title: 'Sends by network and state',
          unit: 'ops',
          queries: [[`sum by (network, state) (${rate('openauth_sends_total')})`, '{{network}} {{state}}']],
        },
        {
          title: 'Refusals by the rules of wallets',
          unit: 'ops',
          queries: [[`sum by (rule) (${rate('openauth_policy_refusals_total')})`, '{{rule}}']],
        },
        {
          title: 'Calls to the signer',
          unit: 'ops',
          queries: [[`sum by (outcome) (${rate('openauth_signer_calls_total')})`, '{{outcome}}']],
        },
        {
          title: 'Time of calls to the signer',
          help: '95 % are faster.',
          unit: 's',
          queries: [[quantile(0.95, 'openauth_signer_call_duration_seconds', 'call'), '{{call}}']],
        },
      ],
    },
    {
      title: 'Nodes',
      panels: [
        {
          title: 'Nodes that answer',
          unit: 'none',
          queries: [[`min by (network, host) (${own('openauth_node_up')})`, '{{network}} {{host}}']],
        },
        {
          title: 'Time of calls',
          help: '95 % are faster.',
          unit: 's',
          queries: [
            [quantile(0.95, 'openauth_node_request_duration_seconds', 'network, host'), '{{network}} {{host}}'],
          ],
        },
        {
          title: 'Age of the height',
          help: 'For how long a node told the same slot or block.',
          unit: 's',
          queries: [[`max by (network, host) (${own('openauth_node_height_age_seconds')})`, '{{network}} {{host}}']],
        },
        {
          title: 'Time since the last answer',
          unit: 's',
          queries: [
            [`min by (network, host) (${own('openauth_node_last_answer_age_seconds')})`, '{{network}} {{host}}'],
          ],
        },
        {
          title: 'Height',
          type: 'table',
          unit: 'none',
          width: 24,
          queries: [[`max by (network, host) (${own('openauth_node_height')})`, '']],
        },
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
        {
          title: 'Claims that are not paid',
          unit: 'none',
          queries: [[`max by (status) (${own('openauth_game_claims')})`, '{{status}}']],
        },
        {
          title: 'Oldest claim that is due',
          unit: 's',
          queries: [[`max(${own('openauth_game_claims_overdue_seconds')})`, 'waits']],
        },
        {
          title: 'Treasuries: tokens and what is owed',
          unit: 'none',
          queries: [
            [`max by (app) (${own('openauth_treasury_token_units')})`, '{{app}} has'],
            [`max by (app) (${own('openauth_treasury_owed_units')})`, '{{app}} owes'],
          ],
        },
        {
          title: 'Treasuries: SOL for fees',
          unit: 'none',
          queries: [[`max by (app) (${own('openauth_treasury_lamports')}) / 1e9`, '{{app}}']],
        },
        {
          title: 'Treasuries that pay nothing',
          type: 'table',
          unit: 'none',
          width: 24,
          queries: [[`max by (app, reason) (${own('openauth_treasury_blocked')})`, '']],
        },
      ],
    },
  ],
}
