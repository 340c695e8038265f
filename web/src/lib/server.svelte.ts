// Whether the server answers: whoever asks it notes it here.

class Server {
  /** The last question was not answered. */
  isAway = $state(false);
}

export const server = new Server();
