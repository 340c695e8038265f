'use strict';
// Load generator: N matches at once, 4 socket.io seats each, every seat playing
// a random legal move as soon as (or --think ms after) it may.  See README.md.
const { spawn } = require('child_process');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');
const { performance } = require('perf_hooks');
const { parseArgs } = require('util');
const { io } = require('socket.io-client');
const { SEATS } = require('./game');

const text = (value) => ({ type: 'string', default: value });
const { values: options } = parseArgs({ options: {
  matches: text('1,10,50,200'), secs: text('10'), warm: text('3'),
  repeats: text('3'), think: text('0'), json: { type: 'string' },
} });
const LEVELS = options.matches.split(',').map(Number);
const [SECS, WARM, REPEATS, THINK] =
  [options.secs, options.warm, options.repeats, options.think].map(Number);
if (options.json !== undefined && options.json !== '-') throw new Error('--json takes only -');

// No keep-alive: an idle connection closed by the server would fail a later call.
const agent = new http.Agent({ keepAlive: false, maxSockets: 16 });
function post(port, url, body) {
  return new Promise((ok, no) => {
    const data = JSON.stringify(body);
    const req = http.request({
      host: '127.0.0.1', port, path: url, method: 'POST', agent,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(data) },
    }, (res) => {
      let s = '';
      res.on('data', (d) => { s += d; });
      res.on('end', () => (res.statusCode === 200 ? ok(JSON.parse(s))
        : no(new Error(url + ' ' + res.statusCode + ' ' + s))));
    });
    req.on('error', no);
    req.end(data);
  });
}

const pick = (a) => a[Math.floor(Math.random() * a.length)];
function randomSubset(hand) {
  const out = hand.filter(() => Math.random() < 0.5);
  return out.length ? out : [pick(hand)];
}

// One table: 4 sockets that play deal after deal.
class Table {
  constructor(port, api, stats) {
    this.port = port;
    this.api = api;
    this.stats = stats;
    this.seats = [];
    this.stop = false;
    this.last = performance.now();
  }

  async open() {
    for (let p = 0; p < SEATS; p++) {
      const sock = io('http://127.0.0.1:' + this.port + '/hidden-bid',
        { transports: ['websocket'], reconnection: false, forceNew: true });
      const seat = { p: String(p), sock, made: 0, sent: null, thinking: false, cred: null };
      sock.on('update', (matchID, state, log) => {
        this.checkLog(seat, log || []);
        this.onState(seat, matchID, state);
      });
      sock.on('sync', (matchID, info) => this.onState(seat, matchID, info.state));
      await new Promise((ok, no) => { sock.on('connect', ok); sock.on('connect_error', no); });
      this.seats.push(seat);
    }
  }

  async deal() {
    const { matchID } = await post(this.api, '/games/hidden-bid/create', { numPlayers: SEATS });
    this.pending = new Map();
    for (const s of this.seats) {
      const r = await post(this.api, '/games/hidden-bid/' + matchID + '/join',
        { playerID: s.p, playerName: 'p' + s.p });
      s.cred = r.playerCredentials;
      s.made = 0;
      s.sent = null;
    }
    this.matchID = matchID;
    this.over = false;
    for (const s of this.seats) s.sock.emit('sync', matchID, s.p, s.cred, SEATS);
  }

  // Another seat's bid must not be readable in the log.
  checkLog(seat, log) {
    for (const { action: { payload } } of log) {
      if (payload.type === 'bid' && payload.playerID !== seat.p && payload.args) this.stats.leaks++;
    }
  }

  // Nor may another seat's hand or sealed bid be readable in the state.
  checkState(seat, G) {
    if (!Array.isArray(G.hands[seat.p])) this.stats.errors.push('own hand hidden');
    for (let p = 0; p < SEATS; p++) {
      if (String(p) === seat.p) continue;
      if (Array.isArray(G.hands[p])) this.stats.leaks++;
      if (Array.isArray(G.sealed[p])) this.stats.leaks++;
    }
  }

  // When the last of the four seats has a move, note the time.
  noteFanOut(seat, G, now) {
    for (const [key, m] of this.pending) {
      if (G.moves[m.p] < m.n) continue;
      m.seen.add(seat.p);
      if (m.seen.size < SEATS) continue;
      if (this.stats.on) this.stats.all.push(now - m.t);
      this.pending.delete(key);
    }
  }

  onState(seat, matchID, state) {
    if (matchID !== this.matchID || this.stop) return;
    const now = performance.now();
    const { G, ctx } = state;
    this.last = now;
    this.checkState(seat, G);
    this.noteFanOut(seat, G, now);
    if (seat.thinking) return;
    if (seat.sent !== null) {
      if (G.moves[seat.p] < seat.made) return;          // not ours yet
      if (this.stats.on) this.stats.own.push(now - seat.sent);
      seat.sent = null;
    }
    if (ctx.gameover !== undefined) this.nextDeal();
    else if (ctx.phase === 'bid' ? G.sealed[seat.p] === undefined : ctx.currentPlayer === seat.p) {
      this.think(seat, state);
    }
  }

  nextDeal() {
    if (this.over) return;
    this.over = true;
    if (this.stats.on) this.stats.deals++;
    setImmediate(() => {
      if (!this.stop) this.deal().catch((e) => this.stats.errors.push(String(e)));
    });
  }

  think(seat, state) {
    if (THINK === 0) return this.act(seat, state);
    seat.thinking = true;
    setTimeout(() => { seat.thinking = false; this.act(seat, state); },
      THINK * (0.5 + Math.random()));
  }

  act(seat, { G, ctx, _stateID }) {
    if (this.stop) return;
    const others = this.seats.map((s) => s.p).filter((p) => p !== seat.p);
    const [type, choice] = ctx.phase === 'bid'
      ? ['bid', randomSubset(G.hands[seat.p])]
      : ['exchange', pick(['keep', 'lot0', 'lot1', ...others])];
    seat.made += 1;
    seat.sent = performance.now();
    this.pending.set(seat.p + ':' + seat.made,
      { p: seat.p, n: seat.made, t: seat.sent, seen: new Set() });
    seat.sock.emit('update', { type: 'MAKE_MOVE',
      payload: { type, args: [choice], playerID: seat.p, credentials: seat.cred } },
    _stateID, this.matchID, seat.p);
  }

  close() {
    this.stop = true;
    for (const s of this.seats) s.sock.disconnect();
  }
}

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
function rssMB(pid) {
  const status = fs.readFileSync('/proc/' + pid + '/status', 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)[1]) / 1024;
}
function cpuSec(pid) {            // user + system time of a process, seconds
  const f = fs.readFileSync('/proc/' + pid + '/stat', 'utf8').split(') ')[1].split(' ');
  return (Number(f[11]) + Number(f[12])) / 100;
}
function percentiles(name, times) {
  times.sort((a, b) => a - b);
  const at = (q) => times[Math.min(times.length - 1, Math.floor(times.length * q))];
  return { [name + '_p50_ms']: at(0.5), [name + '_p99_ms']: at(0.99) };
}

async function startServer() {
  const child = spawn(process.execPath, [path.join(__dirname, 'server.js')], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [port, api] = await new Promise((ok, no) => {
    let s = '';
    child.stdout.on('data', (d) => {
      s += d;
      const m = /LISTENING (\d+) (\d+)/.exec(s);
      if (m) ok([Number(m[1]), Number(m[2])]);
    });
    child.on('exit', () => no(new Error('the server ended before it listened')));
  });
  return { child, port, api };
}

// Plays for SECS seconds; what the server and the seats did meanwhile.
async function measure(pid, tables, stats) {
  const load1 = os.loadavg()[0];
  const serverBefore = cpuSec(pid);
  const clientBefore = process.cpuUsage();
  const begun = performance.now();
  stats.on = true;
  await sleep(SECS * 1000);
  stats.on = false;
  const ended = performance.now();
  const secs = (ended - begun) / 1000;
  const client = process.cpuUsage(clientBefore);
  const serverCpu = cpuSec(pid) - serverBefore;
  const moves = stats.own.length;
  return {
    secs, moves_per_s: moves / secs, deals_per_s: stats.deals / secs,
    moves_per_server_cpu_s: moves / serverCpu,
    ...percentiles('own', stats.own), ...percentiles('all', stats.all),
    server_cores: serverCpu / secs, client_cores: (client.user + client.system) / 1e6 / secs,
    rss_end_mb: rssMB(pid), load1, leaks: stats.leaks,
    stalled: tables.filter((t) => ended - t.last > 5000).length, errors: stats.errors.slice(0, 3),
  };
}

async function level(matches) {
  const { child, port, api } = await startServer();
  const stats = { on: false, deals: 0, leaks: 0, own: [], all: [], errors: [] };
  const tables = Array.from({ length: matches }, () => new Table(port, api, stats));
  try {
    const rssStart = rssMB(child.pid);
    for (const t of tables) await t.open();
    const rssConnected = rssMB(child.pid);
    await Promise.all(tables.map((t) => t.deal()));
    await sleep(WARM * 1000);
    const measured = await measure(child.pid, tables, stats);
    return { matches, think_ms: THINK, ...measured,
      rss_start_mb: rssStart, rss_connected_mb: rssConnected };
  } finally {
    for (const t of tables) t.close();
    await sleep(200);
    const gone = new Promise((r) => child.on('exit', r));
    child.kill('SIGTERM');           // only the server this script started
    await gone;
  }
}

const COLUMNS = [['matches', 0], ['moves_per_s', 0], ['deals_per_s', 1], ['own_p50_ms', 2],
  ['own_p99_ms', 2], ['all_p50_ms', 2], ['all_p99_ms', 2], ['server_cores', 2],
  ['client_cores', 2], ['moves_per_server_cpu_s', 0], ['rss_start_mb', 0],
  ['rss_connected_mb', 0], ['rss_end_mb', 0], ['load1', 2]];
const line = (cells) => '| ' + cells.join(' | ') + ' |';
function row(run) {
  const cell = ([name, digits]) => (run[name] === undefined ? '-' : run[name].toFixed(digits));
  return line(COLUMNS.map(cell)) + (run.leaks ? ' LEAKS ' + run.leaks : '')
    + (run.stalled ? ' STALLED ' + run.stalled : '') + (run.errors.length ? ' ERR ' + run.errors[0] : '');
}

(async () => {
  const versions = { boardgameio: require('boardgame.io/package.json').version, node: process.version };
  if (!options.json) {
    console.log('boardgame.io ' + versions.boardgameio + ', node ' + versions.node
      + ', think ' + THINK + ' ms, ' + SECS + ' s');
    console.log(line(COLUMNS.map(([name]) => name)) + '\n' + line(COLUMNS.map(() => '---:')));
  }
  for (const matches of LEVELS) {
    for (let k = 0; k < REPEATS; k++) {
      const run = await level(matches);
      console.log(options.json ? JSON.stringify({ ...versions, ...run }) : row(run));
    }
  }
  agent.destroy();
})().catch((e) => { console.error(e); process.exitCode = 1; });
