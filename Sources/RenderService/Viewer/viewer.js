import "/client/ilsrender.js";
