/** What can be opened over the table. */
export type Panel =
  | 'room'
  | 'chat'
  | 'log'
  | 'tricks'
  | 'deals'
  | 'rules'
  | 'prefs'
  | 'help'
  | 'ladder'
  | 'score'
  | 'burial';
