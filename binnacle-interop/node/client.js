// Calls a backend through the xDS client of @grpc/grpc-js-xds for as long as its standard input is open.
//
//     client.js xds:///NAME
//
// The bootstrap is in GRPC_XDS_BOOTSTRAP_CONFIG. It prints "version @grpc/grpc-js-xds VERSION" and then a line for each
// call: "ok BACKEND", or "error CODE TEXT".
'use strict';

const grpc = require('@grpc/grpc-js');
const xds = require('@grpc/grpc-js-xds');

const PAUSE_MILLIS = 5;
const PATIENCE_MILLIS = 5000;

// Messages of the backend are plain text.
const write = (text) => Buffer.from(text);
const read = (bytes) => bytes.toString();

function call(client) {
  const options = { deadline: Date.now() + PATIENCE_MILLIS };
  client.makeUnaryRequest('/test.Backend/Name', write, read, '', new grpc.Metadata(), options, (error, name) => {
    const text = error ? `error ${grpc.status[error.code]} ${error.details.replace(/\s+/g, ' ')}` : `ok ${name}`;
    process.stdout.write(text + '\n');
    setTimeout(call, PAUSE_MILLIS, client);
  });
}

process.stdin.on('close', () => process.exit(0)).resume();
xds.register();
console.log('version @grpc/grpc-js-xds', require('@grpc/grpc-js-xds/package.json').version);
call(new grpc.Client(process.argv[2], grpc.credentials.createInsecure()));
